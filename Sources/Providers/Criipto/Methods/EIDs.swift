import OpenID
import Flow
import ProviderKit

extension MethodState {
  /// `nil` until an eID is chosen.
  var method: (any EIDMethod.Type)? {
    switch self {
    case .undecided: nil
    case .bankID: BankID.self
    case .mitID: MitID.self
    case .mock: MockMethod.self
    }
  }
}

extension EID {
  var method: any EIDMethod.Type {
    switch self {
    case .bankID: BankID.self
    case .mitID: MitID.self
    case .mock: MockMethod.self
    }
  }
}

extension Criipto {
  /// The eID answers, possibly with JSON; the core answers before an eID is chosen, or if a session answered.
  func proceed(_ login: Transaction<CriiptoLogin>, _ call: Call) -> Outcome {
    guard login.detail.session.signedOn == nil, let method = login.detail.method.method else {
      return proceedOnPage(login, call)
    }
    return method.answer(login, call, at: self)
  }
}
