import Flow
import HTTP
import ProviderKit

/// The endpoints of BankID by their catalog names.
enum BankIDEndpoint: String, CaseIterable {
  case page = "bankid_page"

  var term: EndpointTerm {
    EndpointTerm(rawValue, "The BankID page that waits for the app", .documented, isOwned: true)
  }
}

/// The switches of BankID.
enum BankIDQuirk: String, CaseIterable {
  case pollURL = "poll_url"

  var term: QuirkTerm {
    QuirkTerm(
      rawValue, "What pollUrl is for native apps: null, or left out as in the guide (§5 #7)", .observed,
      choices: ["null", "omitted"], standard: "null")
  }
}

/// The lifetimes of BankID.
enum BankIDLifetime: String, CaseIterable {
  case order = "bankid_order"

  var term: LifetimeTerm {
    LifetimeTerm(rawValue, "How long an order waits for the person", .observed, standard: .seconds(180))
  }
}

/// How a BankID login can end, beside the common outcomes.
enum BankIDOutcome: String, CaseIterable {
  case startFailed = "start_failed"

  var term: Term { Term(rawValue, "The app was not opened in time", .observed) }
}

/// What a client can get wrong with BankID.
enum BankIDRules {
  static let all: [Rule] = []
}

extension Criipto {
  /// The endpoints of BankID.
  var bankIDEndpoints: [Endpoint] {
    [
      Endpoint(BankIDEndpoint.page.rawValue, [.get], "/bankid/{transaction}", .heavy) { [self] call in
        let handle = call.parameters["transaction"] ?? ""
        let noted = ledger.call(at: BankIDEndpoint.page, of: handle, for: call) { $0.identifier == handle }
        if let instead = noted.answerInstead { return .answer(instead) }
        guard noted.transaction != nil else { return .answer(Answer(expiredPage(call))) }
        return proceed(handle, CriiptoExchange(call: call, faults: noted.faults))
      }
    ]
  }

  /// The page that waits for the app.
  func bankIDPage(_ login: Transaction<CriiptoLogin>) -> Response {
    Criipto.frame.response(
      title: "BankID", language: login.detail.request.language.rawValue,
      refresh: PageFrame.Refresh(seconds: 1, url: "\(login.detail.domain)/bankid/\(login.identifier)"),
      "<h1>BankID</h1><p data-testid=\"waiting\">Open the BankID app</p>")
  }
}
