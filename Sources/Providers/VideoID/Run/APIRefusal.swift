import Flow
import HTTP
import JSON
import ProviderKit

/// An error of the API: its wire form, and the rule for the developer.
///
/// Only the members of an error's body are public (§1.1 #13); statuses and words are the contract's inference.
struct APIRefusal: Error, Sendable {
  let status: Status
  let error: String
  let description: String
  var findings: [Finding]
  /// The client's switches, if the refused client is known.
  var quirks: [String: QuirkValue] = [:]
  /// True if a token was sent, so the challenge names an error.
  var showsToken = true

  init(_ status: Status, _ error: String, _ description: String, _ finding: Finding?) {
    (self.status, self.error, self.description) = (status, error, description)
    findings = finding.map { [$0] } ?? []
  }

  /// The refusal of a client with these switches.
  func of(_ client: VideoIDClient?) -> APIRefusal {
    var refusal = self
    refusal.quirks = client?.quirks ?? [:]
    return refusal
  }

  /// Puts earlier findings before its own.
  func after(_ earlier: [Finding]) -> APIRefusal {
    var refusal = self
    refusal.findings = earlier + findings
    return refusal
  }

  /// 401: no valid token.
  static func unauthorized(_ description: String, _ finding: Finding?) -> APIRefusal {
    APIRefusal(.unauthorized, "invalid_token", description, finding)
  }

  /// 401: no token was sent, so the challenge names no error (RFC 6750 §3.1).
  static func unauthenticated(_ description: String, _ finding: Finding) -> APIRefusal {
    var refusal = unauthorized(description, finding)
    refusal.showsToken = false
    return refusal
  }

  /// 400: the request is malformed.
  static func invalid(_ description: String, _ finding: Finding) -> APIRefusal {
    APIRefusal(.badRequest, "invalid_request", description, finding)
  }

  /// 404: nothing has this id.
  static func notFound(_ what: String, _ finding: Finding) -> APIRefusal {
    APIRefusal(.notFound, "not_found", "\(what) not found", finding)
  }

  /// The response, with both conventions of clients in one body unless a quirk says otherwise (§5).
  ///
  /// - Parameter isResult: true if a result was requested, whose errors some servers send with 200 (§1.2 #20).
  func response(_ switches: Switches, isResult: Bool = false) -> Response {
    let switches =
      quirks.isEmpty ? switches : Switches(client: quirks, scenario: nil, standards: VideoID.standards)
    let status = isResult && switches[.errorStatus].word == "always_200" ? .ok : status
    var response: Response
    switch switches[.errorBody].word {
    case "empty": response = Response(status)
    case "text": response = .text(status, description)
    case let style:
      var body: JSONObject = ["error": .string(error)]
      if style != "message" { body["error_description"] = .string(description) }
      if style != "description" { body["message"] = .string(description) }
      response = .json(status, JSON.object(body).bytes())
    }
    if self.status == .unauthorized, switches[.challenge].isOn {
      response.headers.append(
        "WWW-Authenticate",
        showsToken ? "Bearer error=\"\(error)\", error_description=\"\(description)\"" : "Bearer")
    }
    return response
  }
}
