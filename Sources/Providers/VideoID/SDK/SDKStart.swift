import Flow
import HTTP
import JSON
import ProviderKit

/// What the SDK is started with (§1.5 #28 to #30); the wire format is ours, because the real one is not public (§5).
struct SDKStart: Sendable {
  var authorization = ""
  var documents = DocumentChoice()
  var minimum: Similarity?
  /// True if the client lets each phase begin, as with the web SDK's `phaseStarting`.
  var offersPhases = false
  /// The product whose SDK is started; `nil` for the authorization's own.
  var product: Product?
  /// The process whose SDK is started; `nil` for the authorization's own.
  var process: String?
  /// Findings about invalid options that were ignored.
  var findings: [Finding] = []

  init(_ request: Request) throws(APIRefusal) {
    let body = try SDKBody(request)
    let members = body.members
    authorization = body.authorization
    documents.only = Self.number(Self.only, of: members)
    documents.offered = members["docTypes"]?.array?.compactMap(\.integer)
    documents.preset = Self.number(Self.preset, of: members)
    findings = Self.malformed(members)
    offersPhases = members["phases"]?.bool ?? false
    process = members["process"]?.string
    product = members["product"]?.string.flatMap { Product(rawValue: $0) }
    if let word = members["minSimilarityLevel"]?.string {
      minimum = Similarity(rawValue: word)
      if minimum == nil { findings.append(Finding(CaptureRules.similarityUnknown, word)) }
    }
  }

  /// A start from the capture page.
  init(authorization: String, documents: DocumentChoice) {
    (self.authorization, self.documents) = (authorization, documents)
  }

  private static let only = ["docType", "idType", "document"]
  private static let preset = ["defaultId", "idDefault"]

  /// Findings about options of another type than the guide's ("eID provider options object"), which are ignored.
  private static func malformed(_ members: JSONObject) -> [Finding] {
    var findings: [Finding] = []
    func check(_ name: String, _ isRight: (JSON) -> Bool) {
      guard let value = members[name], !value.isNull, !isRight(value) else { return }
      findings.append(Finding(CaptureRules.optionMalformed, "\(name) is \(value.text().prefix(60))"))
    }
    for name in only + preset { check(name) { number($0) != nil } }
    check("docTypes") { $0.array?.allSatisfy { $0.integer != nil } == true }
    check("phases") { $0.bool != nil }
    check("product") { $0.string.flatMap { Product(rawValue: $0) } != nil }
    for name in ["process", "minSimilarityLevel"] { check(name) { $0.string != nil } }
    return findings
  }

  /// An integer, or a string of one, as forms of pages have it.
  private static func number(_ value: JSON) -> Int? {
    value.integer ?? value.string.flatMap { Int($0) }
  }

  /// The first of these members that is an integer, or a string of one.
  private static func number(_ names: [String], of members: JSONObject) -> Int? {
    for name in names {
      if let number = members[name].flatMap({ number($0) }) { return number }
    }
    return nil
  }
}

/// The body of a call of the simulated SDK: a JSON object with the authorization.
struct SDKBody {
  let members: JSONObject
  let authorization: String

  init(_ request: Request) throws(APIRefusal) {
    members = try Self.members(request)
    guard let text = members["authorization"]?.string, !text.isEmpty else {
      throw .invalid("The authorization is missing", Finding(CaptureRules.authorizationMissing))
    }
    authorization = text
  }

  private static func members(_ request: Request) throws(APIRefusal) -> JSONObject {
    do throws(JSONProblem) {
      if let object = try JSON(parsing: request.body).object { return object }
    } catch {
      throw .invalid("The body must be a JSON object", Finding(CaptureRules.bodyNotJSON, "\(error)"))
    }
    throw .invalid("The body must be a JSON object", Finding(CaptureRules.bodyNotJSON, "it is not an object"))
  }
}
