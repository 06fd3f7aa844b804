import Crypto
import Flow
import JOSE
import JSON

/// The checks that a relying party makes of an id_token (OpenID Connect Core §3.1.3.7), each with what was seen.
struct IDTokenChecks: Sendable {
  let issuer: String
  let client: String
  let nonce: String
  /// True if the nonce was sent with an earlier request.
  var isEarlierNonce: @Sendable (String) -> Bool = { _ in false }
  /// The level requested; empty if none.
  let level: String
  /// What was sent as `max_age`, in seconds; `nil` if nothing was.
  var maximumAge: Int?
  let now: Instant
  var switches = DemoSwitches()

  /// Tolerated clock skew, in seconds.
  private static let skew: Int64 = 60
  /// How long ago a token may have been issued, in seconds.
  private static let patience: Int64 = 86_400
  /// How far ahead a plausible expiry lies, in seconds.
  private static let longest: Int64 = 30 * 86_400

  func checks(of claims: JSONObject, accessToken: String?) -> [DemoCheck] {
    let token = Claims(claims)
    return [issued(by: claims["iss"]?.string)] + audience(token) + [subject(claims["sub"]?.string)]
      + [nonce(claims["nonce"]?.string)] + expiry(token) + issued(token)
      + [notBefore(token), accessTokenHash(claims["at_hash"]?.string, accessToken), acr(claims)]
      + [authentication(token)]
      + assurance(claims)
      + tooStrict(claims)
  }

  /// (2): character by character.
  private func issued(by found: String?) -> DemoCheck {
    let isSlash = Self.bare(found ?? "") == Self.bare(issuer)
    let isHost = Self.host(found ?? "") == Self.host(issuer)
    return DemoCheck(
      "iss is the issuer of the provider", found == issuer, found ?? "it is missing",
      unless: [.issuer] + (isSlash ? [.issuerSlash] : []) + (isHost ? [.issuerHost] : []))
  }

  private static func bare(_ url: String) -> Substring { url.hasSuffix("/") ? url.dropLast() : url[...] }

  private static func host(_ url: String) -> String {
    url.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
  }

  /// (3) to (5).
  private func audience(_ token: Claims) -> [DemoCheck] {
    let audience = (try? token.audience()) ?? []
    let isOurs = audience.contains(client)
    let party = token["azp"]?.string
    var checks = [
      DemoCheck("aud names this client", isOurs, audience.joined(separator: ", "), unless: .audience)
    ]
    if isOurs, audience != [client] {
      checks.append(
        DemoCheck("aud names nobody else", false, audience.joined(separator: ", "), unless: .otherAudiences))
    }
    if token["azp"] != nil {
      checks.append(.equal("azp is this client", party, client, unless: .authorizedParty))
    }
    return checks
  }

  /// §2: it is required.
  private func subject(_ subject: String?) -> DemoCheck {
    DemoCheck("sub names a person", subject?.isEmpty == false, subject ?? "it is missing", unless: .subject)
  }

  /// (11).
  private func nonce(_ found: String?) -> DemoCheck {
    let isOld = found.map(isEarlierNonce) ?? false
    return DemoCheck(
      "nonce is the one that was sent", found == nonce, found ?? "it is missing",
      unless: [.nonce, .codeBinding, .state] + (found == nil ? [.nonceMissing] : [])
        + (isOld ? [.nonceOld] : []))
  }

  /// (9).
  private func expiry(_ token: Claims) -> [DemoCheck] {
    guard let date = try? token.requiredDate("exp") else {
      return [DemoCheck("exp lies ahead", false, "it is missing", unless: .expiry, .expiryMissing)]
    }
    let left = Int64(date.seconds) - now.seconds
    let text = left >= 0 ? "\(left) s left" : "it is \(-left) s past"
    return [
      DemoCheck("exp lies ahead", left > -Self.skew, text, unless: .expiry),
      DemoCheck("exp is not a mistake", left < Self.longest, text, unless: .expiry, .expiryFar),
    ]
  }

  /// (10).
  private func issued(_ token: Claims) -> [DemoCheck] {
    guard let date = try? token.requiredDate("iat") else {
      return [DemoCheck("iat is not ahead", false, "it is missing", unless: .issuedMissing)]
    }
    let age = now.seconds - Int64(date.seconds)
    let text = age >= 0 ? "\(age) s ago" : "\(-age) s ahead"
    return [
      DemoCheck("iat is not ahead", age > -Self.skew, text, unless: .issuedAhead),
      DemoCheck("iat is not long ago", age < Self.patience, text, unless: .issuedLongAgo),
    ]
  }

  /// RFC 7519 §4.1.5.
  private func notBefore(_ token: Claims) -> DemoCheck {
    let name = "nbf is not ahead"
    guard token["nbf"] != nil else { return DemoCheck(absent: name, "the provider sends none") }
    let ahead = (try? token.requiredDate("nbf")).map { Int64($0.seconds) - now.seconds } ?? .max
    return DemoCheck(name, ahead < Self.skew, "\(ahead) s ahead", unless: .notBefore)
  }

  /// (13).
  private func authentication(_ token: Claims) -> DemoCheck {
    let name = "auth_time is no older than was asked for"
    guard let maximumAge else { return DemoCheck(absent: name, "no max_age was sent") }
    let age = (try? token.requiredDate("auth_time")).map { now.seconds - Int64($0.seconds) }
    return DemoCheck(
      name, age.map { $0 <= Int64(maximumAge) + Self.skew } ?? false,
      age.map { "\($0) s ago" } ?? "it is missing", unless: .authenticationAge)
  }

  /// The left half of the access token's hash (OpenID Connect Core §3.1.3.6).
  private func accessTokenHash(_ hash: String?, _ accessToken: String?) -> DemoCheck {
    let name = "at_hash belongs to the access token"
    guard let hash else {
      return DemoCheck(absent: name, "the provider sends none, which is allowed with a code")
    }
    let wanted = Base64URL.encode(Array(Digest.sha256(Array((accessToken ?? "").utf8)).prefix(16)))
    return .equal(name, hash, wanted, unless: .accessTokenHash)
  }

  private func acr(_ claims: JSONObject) -> DemoCheck {
    let name = "acr is what was asked for"
    guard !level.isEmpty else { return DemoCheck(absent: name, "nothing was asked for") }
    let found = claims["acr"]?.string ?? claims["authenticationtype"]?.string
    return .equal(name, found, level, unless: .level)
  }

  /// MitID repeats the level, as actually reached by the person.
  private func assurance(_ claims: JSONObject) -> [DemoCheck] {
    guard let wanted = Self.assurances.firstIndex(where: { level.hasSuffix("mitid:\($0.lowercased())") })
    else {
      return []
    }
    let found = claims["loA"]?.string
    let reached = found.flatMap(Self.assurances.firstIndex) ?? -1
    return [
      DemoCheck(
        "loA is at least what was asked for", reached >= wanted, found ?? "it is missing", unless: .assurance)
    ]
  }

  private static let assurances = ["LOW", "SUBSTANTIAL", "HIGH"]

  /// Checks of a relying party that refuses too much.
  private func tooStrict(_ claims: JSONObject) -> [DemoCheck] {
    var checks: [DemoCheck] = []
    if switches.has(.audienceText) {
      checks.append(
        DemoCheck("aud is a text", claims["aud"]?.string != nil, "\(claims["aud"]?.text() ?? "")"))
    }
    if switches.has(.plainClaims) {
      checks.append(DemoCheck("claims are plain", JSON.object(claims).isPlain, "a fraction or null"))
    }
    if switches.has(.claimsInOrder) {
      let names = claims.map(\.name)
      let places = ["iss", "exp"].map { names.firstIndex(of: $0) ?? .max }
      checks.append(
        DemoCheck("claims are in their usual order", places[0] < places[1], names.joined(separator: ", ")))
    }
    return checks
  }
}

extension JSON {
  /// True without fractions and without `null`.
  fileprivate var isPlain: Bool {
    switch self {
    case .null, .decimal: false
    case .array(let values): values.allSatisfy(\.isPlain)
    case .object(let members): members.allSatisfy { $0.value.isPlain }
    default: true
    }
  }
}
