import Flow
import HTTP
import JSON

/// The `claims` parameter: what is asked for one by one (OpenID Connect Core §5.5).
struct ClaimsRequest: Sendable {
  /// The keys asked for from userinfo, exactly as requested.
  var userinfo: [String] = []
  /// The keys asked for in the id_token, exactly as requested.
  var idToken: [String] = []
  /// The level asked for by `acr` in the id_token (§5 #7).
  var levels: [String] = []
  /// The phone number that the person must have.
  var phoneNumber: String?
  /// The subject that the person must have.
  var subject: String?

  /// Nothing is asked for.
  init() {}

  /// Reads the parameter, percent-encoded once or, as itsme's own links do, twice (§4 11).
  init(_ text: String, noting findings: inout [Finding]) throws(InvalidRequest) {
    let json: JSON
    do throws(JSONProblem) {
      json = try JSONParser.parse(text).json
    } catch {
      guard let decoded = ClaimsRequest.decodedAgain(text) else {
        throw InvalidRequest(AuthorizeRules.claimsMalformed, "\(error)", "Malformed claims parameter")
      }
      findings.append(Finding(AuthorizeRules.claimsDoubleEncoded))
      json = decoded
    }
    try self.init(json, noting: &findings)
  }

  /// Reads the value of the parameter, or of the request object's member.
  init(_ json: JSON, noting findings: inout [Finding]) throws(InvalidRequest) {
    guard let object = json.object else {
      throw InvalidRequest(AuthorizeRules.claimsMalformed, "it is no object", "Malformed claims parameter")
    }
    userinfo = try read(object["userinfo"], "userinfo", &findings)
    idToken = try read(object["id_token"], "id_token", &findings)
  }

  /// The keys of one part; members that steer the login are taken out.
  private mutating func read(
    _ json: JSON?, _ part: String, _ findings: inout [Finding]
  ) throws(InvalidRequest) -> [String] {
    guard let json, !json.isNull else { return [] }
    guard let members = json.object else {
      throw InvalidRequest(
        AuthorizeRules.claimsMalformed, "\(part) is no object", "Malformed claims parameter")
    }
    var keys: [String] = []
    for (key, wish) in members {
      if !wish.isNull, wish.object == nil {
        throw InvalidRequest(
          AuthorizeRules.claimsMalformed, "\(part).\(key) is neither null nor an object",
          "Malformed claims parameter")
      }
      switch key {
      case "acr", "acr_values": levels += ClaimsRequest.values(wish)
      case "sub": subject = ClaimsRequest.values(wish).first
      case "auth_time": keys.append(key)
      // Always there, or there whenever the request gave it.
      case "iss", "aud", "exp", "iat", "nonce": break
      default: if try accept(key, wish, &findings) { keys.append(key) }
      }
    }
    return keys
  }

  private mutating func accept(_ key: String, _ wish: JSON, _ findings: inout [Finding])
    throws(InvalidRequest) -> Bool
  {
    guard let claim = ItsmeClaim(requested: key) else {
      findings.append(Finding(AuthorizeRules.claimUnknown, key))
      return false
    }
    if key != claim.rawValue { findings.append(Finding(AuthorizeRules.tagDeprecated, key)) }
    let values = ClaimsRequest.values(wish)
    if !values.isEmpty, claim.forbidsValue {
      throw InvalidRequest(AuthorizeRules.claimValueForbidden, key, "Claim value not supported")
    }
    if claim == .phoneNumber, let value = values.first { phoneNumber = value }
    return true
  }

  /// `value` as a string or an array, or `values` (§5 #7).
  private static func values(_ wish: JSON) -> [String] {
    let single = wish["value"].map { $0.string.map { [$0] } ?? $0.array?.compactMap(\.string) ?? [] } ?? []
    return single + (wish["values"]?.array?.compactMap(\.string) ?? [])
  }

  private static func decodedAgain(_ text: String) -> JSON? {
    guard let decoded = try? PercentCoding.decode(Array(text.utf8)) else { return nil }
    return try? JSONParser.parse(decoded).json
  }
}
