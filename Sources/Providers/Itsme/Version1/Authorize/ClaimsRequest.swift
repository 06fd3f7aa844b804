import Flow
import JSON
import OpenID

/// The `claims` parameter (OpenID Connect Core §5.5).
struct ClaimsRequest: Sendable {
  /// The claims requested from userinfo, in the spelling of the request.
  var userinfo: [String] = []
  /// The claims requested in the id_token, in the spelling of the request.
  var idToken: [String] = []
  /// True if it has a part for the id_token.
  private(set) var asksIDToken = false
  /// The values of `acr` (§5 #7).
  var levels: [String] = []
  /// The value that `phone_number` must have.
  var phoneNumber: String?
  /// The values allowed for `sub`, for each part that has some.
  fileprivate var subjects: [[String]] = []
  private(set) var findings: [Finding] = []

  init() {}

  /// Empty if the request has no `claims`.
  init(of parameters: AuthorizationParameters) throws(OpenIDRefusal) {
    if let claims = parameters.claims {
      try self.init(claims)
    } else if let text = parameters["claims"] {
      try self.init(text)
    } else {
      self.init()
    }
  }

  /// Reads the parameter (§4 11).
  private init(_ text: String) throws(OpenIDRefusal) {
    let claims: ClaimsText
    do throws(JSONProblem) { claims = try ClaimsText(text) } catch {
      throw ClaimsRequest.malformed("\(error)")
    }
    try self.init(
      claims.json, after: claims.isEncodedTwice ? [Finding(Itsme.book[.claimsDoubleEncoded])] : [])
  }

  /// Reads the value of the parameter or of the request object's member.
  private init(_ json: JSON, after earlier: [Finding] = []) throws(OpenIDRefusal) {
    findings = earlier
    do throws(OpenIDRefusal) {
      guard let object = json.object else { throw ClaimsRequest.malformed("it is not an object") }
      userinfo = try read(object["userinfo"], "userinfo")
      idToken = try read(object["id_token"], "id_token")
      asksIDToken = object["id_token"]?.object != nil
      findings += object.names.compactMap(ClaimsRequest.misplaced)
    } catch { throw error.after(findings) }
  }

  /// The requested claims of one part, without those that control the login.
  private mutating func read(_ json: JSON?, _ part: String) throws(OpenIDRefusal) -> [String] {
    guard let json, !json.isNull else { return [] }
    guard let members = json.object else {
      throw ClaimsRequest.malformed("\(part) is not an object")
    }
    var keys: [String] = []
    for (key, request) in members {
      if !request.isNull, request.object == nil {
        throw ClaimsRequest.malformed("\(part).\(key) is neither null nor an object")
      }
      switch key {
      case "acr", "acr_values": levels += ClaimsRequest.values(request)
      case "sub":
        let values = ClaimsRequest.values(request)
        if !values.isEmpty { subjects.append(values) }
      case "auth_time": keys.append(key)
      // The id_token always has these; `nonce` if the request has one.
      case "iss", "aud", "exp", "iat", "nonce": break
      default: if try accept(key, request) { keys.append(key) }
      }
    }
    return keys
  }

  private mutating func accept(_ key: String, _ request: JSON) throws(OpenIDRefusal) -> Bool {
    guard let claim = ItsmeClaim(requested: key) else {
      let near =
        nearest(key, in: ItsmeClaim.allCases.map(\.rawValue)).map { "; did you mean \"\($0)\"?" } ?? ""
      findings.append(Finding(Itsme.book[.claimUnknown], key + near))
      return false
    }
    if key != claim.rawValue { findings.append(Finding(Itsme.book[.tagDeprecated], key)) }
    let values = ClaimsRequest.values(request)
    if !values.isEmpty, claim.forbidsValue {
      throw OpenIDRefusal(
        .invalidRequest, Itsme.book[.claimValueForbidden], key, "Claim value not supported")
    }
    if claim == .phoneNumber, let value = values.first { phoneNumber = value }
    return true
  }

  /// The finding about a member beside the two parts: a misspelt part, or a claim that belongs inside one.
  private static func misplaced(_ name: String) -> Finding? {
    let parts = ["userinfo", "id_token"]
    guard !parts.contains(name) else { return nil }
    let inside = ItsmeClaim(requested: name).map { _ in "{\"userinfo\":{\"\(name)\":…}}" }
    let meant = (nearest(name, in: parts).map { "\"\($0)\"" } ?? inside).map { "; did you mean \($0)?" } ?? ""
    return Finding(Itsme.book[.claimsMemberUnknown], "\"\(name)\"\(meant)")
  }

  /// `value` as a string or an array, or `values` (§5 #7).
  private static func values(_ request: JSON) -> [String] {
    let single = request["value"].map { $0.string.map { [$0] } ?? $0.array?.compactMap(\.string) ?? [] } ?? []
    return single + (request["values"]?.array?.compactMap(\.string) ?? [])
  }

  private static func malformed(_ detail: String) -> OpenIDRefusal {
    OpenIDRefusal(.invalidRequest, Itsme.book[.claimsMalformed], detail, "Malformed claims parameter")
  }
}

// A requested `sub` (OpenID Connect Core §5.5.1).
extension ClaimsRequest {
  var namesSubject: Bool { !subjects.isEmpty }

  /// The requested values, for messages.
  var subjectText: String { subjects.joined().joined(separator: ", ") }

  /// False if another person's `sub` is requested.
  func takes(_ person: Person, at client: String) -> Bool {
    guard namesSubject else { return true }
    let subject = Subject.of(person, at: client)
    return subjects.allSatisfy { $0.contains(subject) }
  }

  /// The person whose `sub` is requested; `nil` if none is, or it is unknown.
  func person(at client: String, in world: World) -> Person? {
    namesSubject ? world.person { takes($0, at: client) } : nil
  }
}
