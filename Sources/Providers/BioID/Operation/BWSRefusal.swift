import Flow
import HTTP
import JSON

/// Why a call to the Web API is refused: status and `Message` for the client, and a finding for the developer (§1.7).
struct BWSRefusal: Error, Sendable {
  let status: Status
  let message: String
  let finding: Finding
  /// True if the scenario broke the token, which no client can see.
  var isProvoked = false
  private var earlier: [Finding] = []

  init(_ status: Status, _ rule: Rule, _ detail: String = "", _ message: String) {
    (self.status, self.message) = (status, message)
    finding = Finding(rule, detail)
  }

  /// All rules that the client broke; the one the call is refused for comes last.
  var findings: [Finding] { isProvoked ? earlier : earlier + [finding] }
  var remarks: [String] { isProvoked ? ["\(message): the scenario made it so"] : [] }

  /// This refusal of a call that broke other rules before.
  func after(_ findings: [Finding]) -> BWSRefusal {
    var refusal = self
    refusal.earlier = findings + earlier
    return refusal
  }

  /// A 401 carries the challenge (RFC 9110 §15.5.2).
  func response(challenge: String) -> Response {
    let body: JSON = ["Message": .string(message)]
    var response = Response.json(status, body.bytes())
    if status == .unauthorized { response.headers.append("WWW-Authenticate", challenge) }
    return response
  }

  static let basic = "Basic realm=\"BioID Web Service\""
  static let bearer = "Bearer"
}
