import Flow
import HTTP
import JSON
import ProviderKit

/// The content of `videoid.request` and its variants (§1.1 #4 to #9).
struct RunRequest: Sendable {
  var process = ProcessKind.unattended
  var tenant: String?
  var authority: String?
  var externalReference: String?
  var phone: String?

  /// Reads the body; unknown members and `null` are ignored (#8).
  static func read(_ request: Request) throws(APIRefusal) -> (request: RunRequest, findings: [Finding]) {
    let members = try members(request)
    let run = RunRequest(
      process: try process(members["process"]), tenant: members["tenantId"]?.string,
      authority: members["rauthorityId"]?.string, externalReference: members["externalReference"]?.string,
      phone: members["phone"]?.string)
    return (run, findings(request, members))
  }

  private static func findings(_ request: Request, _ members: JSONObject) -> [Finding] {
    var findings: [Finding] = []
    if !request.isJSON {
      findings.append(Finding(RequestRules.contentType, request.headers["Content-Type"] ?? "none"))
    }
    for name in textMembers {
      guard let value = members[name], !value.isNull, value.string == nil else { continue }
      findings.append(Finding(RequestRules.memberType, "\(name) is \(value.text().prefix(60))"))
    }
    // The document is chosen when the SDK is started (#9).
    let misplaced = documentMembers.filter { members[$0].map { !$0.isNull } ?? false }
    if !misplaced.isEmpty {
      findings.append(Finding(RequestRules.documentInRequest, misplaced.joined(separator: ", ")))
    }
    return findings
  }

  private static let textMembers = ["tenantId", "rauthorityId", "externalReference", "phone"]
  private static let documentMembers = ["docType", "docTypes", "defaultId", "idType", "document"]

  private static func members(_ request: Request) throws(APIRefusal) -> JSONObject {
    let seen: String
    do throws(JSONProblem) {
      if let object = try JSON(parsing: request.body).object { return object }
      seen = "it is not an object"
    } catch {
      seen = request.body.isEmpty ? "there is none" : "\(error)"
    }
    throw .invalid("The body must be a JSON object", Finding(RequestRules.bodyNotJSON, seen))
  }

  private static func process(_ value: JSON?) throws(APIRefusal) -> ProcessKind {
    switch value {
    case nil, .null: return .unattended
    case .string(let word):
      if let process = ProcessKind(rawValue: word) { return process }
      // Signicat's own word for the same, which only its documentation uses (§4.6).
      if word.lowercased() == "substantial" {
        throw .invalid(
          "Unknown process Substantial; it is called Unattended here",
          Finding(RequestRules.processSubstantial, word))
      }
      throw .invalid("Unknown process", Finding(RequestRules.processUnknown, word))
    case let other?:
      throw .invalid("Unknown process", Finding(RequestRules.processUnknown, other.text()))
    }
  }

  /// The parameters that scenario conditions can test.
  var facts: Facts {
    var facts = Facts()
    facts["process"] = process.rawValue
    facts["is.process"] = process.rawValue
    facts["tenantId"] = tenant
    facts["rauthorityId"] = authority
    facts["externalReference"] = externalReference
    facts["phone"] = phone
    return facts
  }
}
