package import HTTP

/// An endpoint whose owner's type is erased, for routes.
package struct AnyEndpoint: Sendable {
  package let name: String
  package let methods: [HTTP.Method]
  /// Below the owner's mount.
  package let path: String
  /// `nil` if it is light.
  let isHeavy: (@Sendable (any EndpointOwner, Request) -> Bool)?
  let answer: @Sendable (any EndpointOwner, Call) throws(DocumentNeeded) -> Outcome
  let wrongMethod: (@Sendable (any EndpointOwner, Call) -> Answer)?
  package let isChanging: Bool

  /// Each call must pass an `Owner`.
  package init<Owner>(_ endpoint: Endpoint<Owner>) {
    (name, methods, path) = (endpoint.name, endpoint.methods, endpoint.path)
    isChanging = endpoint.isChanging
    let answer = endpoint.answer
    self.answer = { (owner: any EndpointOwner, call: Call) throws(DocumentNeeded) -> Outcome in
      let known: Owner = Self.known(owner)
      return try answer(known, call)
    }
    if let refuse = endpoint.wrongMethod {
      wrongMethod = { refuse(Self.known($0), $1) }
    } else {
      wrongMethod = nil
    }
    switch endpoint.weight {
    case .light: isHeavy = nil
    case .heavy: isHeavy = { _, _ in true }
    case .heavyIf(let test): isHeavy = { test(Self.known($0), $1) }
    }
  }

  private static func known<Owner>(_ owner: any EndpointOwner) -> Owner {
    guard let owner = owner as? Owner else {
      preconditionFailure("An endpoint of \(Owner.self) was asked on behalf of \(type(of: owner)).")
    }
    return owner
  }
}
