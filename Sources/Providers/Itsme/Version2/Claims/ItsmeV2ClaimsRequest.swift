import Flow
import JSON
import OpenID

/// The `claims` parameter of itsme's second version (A12, A13; OpenID Connect Core §5.5).
struct ItsmeV2ClaimsRequest: Sendable {
  /// The claims to put into the id_token, each once.
  private(set) var idToken: [ItsmeV2Claim] = []
  /// The claims to put into userinfo, each once.
  private(set) var userinfo: [ItsmeV2Claim] = []
  /// True if `acr` is requested in the id_token (§5 Z10).
  private(set) var asksACR = false
  /// The values allowed for `acr`.
  private(set) var levels: [String] = []
  /// True if `auth_time` is requested in the id_token (§5 Z11).
  private(set) var asksAuthTime = false
  /// The `sub` of the person who is to confirm (S5).
  private(set) var subject: String?
  private(set) var findings: [Finding] = []
  private var template: [ConfirmationTemplate.Member: String] = [:]

  /// Asks for nothing.
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

  /// Reads the member of a signed request: an object or, with a finding of that rule, its JSON text (§5 Z24).
  init(member: JSON, textRule: Rule) throws(OpenIDRefusal) {
    if let text = member.string {
      try self.init(text)
      findings.insert(Finding(textRule, "claims is a text"), at: 0)
    } else {
      try self.init(member)
    }
  }

  /// Reads the parameter (G21); some of itsme's own links name a member twice (A13).
  private init(_ text: String) throws(OpenIDRefusal) {
    let claims: ClaimsText
    do throws(JSONProblem) { claims = try ClaimsText(text, limits: Self.limits) } catch {
      throw Self.malformed("\(error)")
    }
    try self.init(claims.json, after: claims.isEncodedTwice ? [Finding(ClaimRules.doubleEncoded)] : [])
  }

  private init(_ json: JSON, after earlier: [Finding] = []) throws(OpenIDRefusal) {
    findings = earlier
    do throws(OpenIDRefusal) {
      guard let object = json.object else { throw Self.malformed("it is not an object") }
      idToken = try read(object["id_token"], .idToken)
      userinfo = try read(object["userinfo"], .userinfo)
      findings += object.names.compactMap(Self.misplaced)
    } catch { throw error.after(findings) }
  }

  private enum Part: String, CaseIterable {
    case idToken = "id_token"
    case userinfo
  }

  /// The claims of one part, without those that control the login.
  private mutating func read(_ json: JSON?, _ part: Part) throws(OpenIDRefusal) -> [ItsmeV2Claim] {
    guard let json, !json.isNull else { return [] }
    guard let members = json.object else { throw Self.malformed("\(part.rawValue) is not an object") }
    var claims: [ItsmeV2Claim] = []
    for (name, request) in members {
      guard request.isNull || request.object != nil else {
        throw Self.malformed("\(part.rawValue).\(name) is neither null nor an object")
      }
      if try steer(name, request, part) { continue }
      guard let claim = ItsmeV2Claim(rawValue: name) else {
        findings.append(ItsmeV2Claim.finding(onUnknown: name))
        continue
      }
      guard request["value"] == nil, request["values"] == nil else {
        throw Self.valueForbidden(name)
      }
      claims.append(claim)
    }
    return claims
  }

  /// True if the member is not a claim of the person, but says how or who to log in, or what to confirm.
  private mutating func steer(_ name: String, _ request: JSON, _ part: Part) throws(OpenIDRefusal) -> Bool {
    if let member = ConfirmationTemplate.Member(rawValue: name) {
      guard let value = request["value"]?.string else {
        throw OpenIDRefusal(
          .invalidRequest, ClaimRules.templateIncomplete, "\(name) has no text as value",
          "Incomplete template")
      }
      // Userinfo is the documented place, and takes precedence (S2).
      if part == .userinfo || template[member] == nil { template[member] = value }
      return true
    }
    switch name {
    case "acr":
      asksACR = asksACR || part == .idToken
      let several = request["values"]?.array?.compactMap(\.string) ?? []
      levels += [request["value"]?.string].compactMap { $0 } + several
    case "auth_time": asksAuthTime = asksAuthTime || part == .idToken
    case "sub":
      guard request["values"] == nil else { throw Self.valueForbidden("\(part.rawValue).sub.values") }
      try take(subject: request["value"], part)
    // Tokens always have these; `nonce` if the request has one.
    case "iss", "aud", "exp", "iat", "nbf", "nonce": break
    default: return false
    }
    return true
  }

  /// `sub` with a value is only valid in userinfo (S5).
  private mutating func take(subject value: JSON?, _ part: Part) throws(OpenIDRefusal) {
    guard let value else { return }
    guard part == .userinfo else {
      return findings.append(Finding(ClaimRules.subjectInIDToken, value.string ?? value.text()))
    }
    guard let text = value.string else { throw Self.malformed("the value of userinfo.sub is not text") }
    subject = text
  }

  /// The finding about a member beside the two parts: a misspelt part, or a claim that belongs inside one.
  private static func misplaced(_ name: String) -> Finding? {
    guard Part(rawValue: name) == nil else { return nil }
    let part = nearest(name, in: Part.allCases.map(\.rawValue)).map { "\"\($0)\"" }
    let inside = ItsmeV2Claim(rawValue: name).map { _ in "{\"id_token\":{\"\(name)\":null}}" }
    let meant = (part ?? inside).map { "; did you mean \($0)?" } ?? ""
    return Finding(ClaimRules.memberUnknown, "\"\(name)\"\(meant)")
  }

  private static func malformed(_ detail: String) -> OpenIDRefusal {
    OpenIDRefusal(.invalidRequest, ClaimRules.malformed, detail, "Malformed claims parameter")
  }

  private static func valueForbidden(_ name: String) -> OpenIDRefusal {
    OpenIDRefusal(.invalidRequest, ClaimRules.valueForbidden, name, "Claim value not supported")
  }

  private static let limits: JSONLimits = {
    var limits = JSONLimits()
    limits.acceptsRepeatedNames = true
    return limits
  }()
}

// Confirmation (S2 to S5).
extension ItsmeV2ClaimsRequest {
  /// True if any part of a template is there, complete or not.
  var hasTemplate: Bool { !template.isEmpty }

  /// What a Confirmation shows; other services do not use it.
  func confirmation() throws(OpenIDRefusal) -> ConfirmationTemplate {
    do throws(OpenIDRefusal) {
      return try ConfirmationTemplate(template)
    } catch { throw error.after(findings) }
  }

  /// The person whose `sub` is requested; `nil` if none is (S5).
  func person(at client: String, in world: World) throws(OpenIDRefusal) -> Person? {
    guard let subject else { return nil }
    guard let person = world.person(where: { Subject.of($0, at: client) == subject }) else {
      throw OpenIDRefusal(.invalidRequest, ClaimRules.subjectUnknown, subject, "Unknown sub").after(findings)
    }
    return person
  }
}
