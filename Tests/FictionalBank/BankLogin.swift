import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

struct BankLogin: CodeFlowLogin {
  let asked: CodeRequest
  let switches: Switches
  var grant = CodeGrant()
  var codeLifetime: Duration { switches.lifetime("code") }
}

extension Transaction where Detail == BankLogin {
  func state(at now: Instant) -> String {
    if detail.grant.hasReadUserinfo { return "completed" }
    guard let step = timeline.decision(at: now, isFinal: { $0 != "ignore" }) else {
      return timeline.isOver(at: now) ? "timed_out" : "waiting"
    }
    return step.verb == "approve" ? "approved" : "rejected"
  }
}

extension FictionalBank {
  static let clientSchema = SecretClient.schema(of: slug)
  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)? {
    SecretClient(identifier, reader, vocabulary)
  }

  func issuer(_ base: String) -> String { base }

  func decision(on login: Transaction<BankLogin>, at now: Instant) -> LoginDecision? {
    switch login.state(at: now) {
    case "waiting": nil
    case "timed_out": .expired
    case "rejected": .refused(.accessDenied, "The customer refused", remark: "\(login.person.key) refused")
    default: .approved
    }
  }

  func claims(of login: Transaction<BankLogin>) -> JSONObject {
    ["sub": .string(login.person.key), "name": .string(login.person.fullName ?? "")]
  }

  func idTokenLifetime(of login: Transaction<BankLogin>) -> Duration { accessTokenLifetime(of: login) }

  func accessTokenLifetime(of login: Transaction<BankLogin>) -> Duration {
    login.detail.switches.lifetime("access_token")
  }

  static let frame = PageFrame(title: "Fictional Bank", brand: "Fictional Bank")

  func page(of login: Transaction<BankLogin>, for call: Call) -> Response {
    let url = "\(call.publicBase)/wait?transaction=\(login.identifier)"
    return Self.frame.response(
      title: "Confirm", language: "en", refresh: PageFrame.Refresh(seconds: 1, url: url),
      """
      <h1>Open your banking app</h1>
      <p>\(login.client) wants to know who you are.</p>
      <p><a href="\(url)" data-testid="transaction">Go on</a></p>
      """)
  }
}
