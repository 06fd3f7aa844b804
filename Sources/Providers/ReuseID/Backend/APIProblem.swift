import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// A documented error of the API: its wire form, and the rule for the developer (§1c).
  struct APIProblem: Error {
    /// The codes of the vendor's list of errors, and our own for errors that it does not show.
    enum Code: String, CaseIterable {
      case invalidToken = "invalid_token"
      case insufficientScope = "insufficient_scope"
      case invalidRequestParameter = "invalid_request_parameter"
      case userUnknown = "user_entity_does_not_exist"
      case deviceUnknown = "device_entity_does_not_exist"
      case transactionUnknown = "transaction_entity_does_not_exist"

      var title: String {
        switch self {
        case .invalidToken: "Invalid token"
        case .insufficientScope: "Insufficient scope"
        case .invalidRequestParameter: "Invalid request parameter"
        case .userUnknown: "User entity does not exist"
        case .deviceUnknown: "Device entity does not exist"
        case .transactionUnknown: "Transaction entity does not exist"
        }
      }
    }

    let status: Status
    let code: Code
    let detail: String
    var invalidParameters: [(name: String, reason: String)] = []
    let finding: Finding
    /// False if the caller sent no token, so that the challenge names no error (RFC 6750 §3.1).
    var showsToken = true

    init(_ status: Status, _ code: Code, _ rule: Rule, _ seen: String = "", _ detail: String) {
      (self.status, self.code, self.detail) = (status, code, detail)
      finding = Finding(rule, seen)
    }

    init(_ invalid: InvalidParameters) {
      (status, code) = (422, .invalidRequestParameter)
      detail = "\(invalid.name) \(invalid.reason)"
      invalidParameters = [(invalid.name, invalid.reason)]
      finding = invalid.finding
    }
  }

  func refuse(_ problem: APIProblem, _ call: Call, _ client: ReuseIDClient?, _ findings: [Finding] = [])
    -> Answer
  {
    let trace = trace()
    let isVendors = switches(of: client)[quirk: .problemType].word == "vendor"
    let type =
      isVendors ? "https://api.signicat.com/reuseid/core/openapi.json" : "\(call.base)/core/openapi.json"
    var body: JSONObject = [
      "type": .string(type), "title": .string(problem.code.title), "code": .string(problem.code.rawValue),
      "status": .integer(problem.status.code), "traceId": .string(trace), "detail": .string(problem.detail),
    ]
    if !problem.invalidParameters.isEmpty {
      body["invalidParams"] = .array(
        problem.invalidParameters.map { ["name": .string($0.name), "reason": .string($0.reason)] })
    }
    var response = Response.json(problem.status, JSON.object(body).bytes())
    response.headers.append("X-TRACE-ID", trace)
    if problem.status == .unauthorized {
      // No error code if no token was sent (RFC 6750 §3.1).
      response.headers.append(
        "WWW-Authenticate",
        problem.showsToken ? "Bearer error=\"\(problem.code.rawValue)\"" : "Bearer")
    }
    return Answer(response, findings: findings + [problem.finding])
  }

  /// An answer of the API with its trace ID (§1c).
  func apiResponse(_ body: JSON, _ status: Status = .ok) -> Response {
    var response = Response.json(status, body.bytes())
    response.headers.append("X-TRACE-ID", trace())
    return response
  }
}
