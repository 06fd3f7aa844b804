import Crypto
import Flow
import HTTP
import JOSE
import JSON

/// An unsigned BWS token, with exactly the members of real ones, in their order (§1.2).
struct BWSToken {
  let identifier: String
  let client: String
  let application: String
  let bcid: String?
  let request: BWSTokenRequest
  let challenges: [[HeadMovement]]
  let audience: String
  let notBefore: Instant
  let expires: Instant

  /// Header and claims, which a scenario may change before they are signed.
  struct Members {
    var header: JSONObject
    var claims: JSONObject
  }

  private static let header: JSONObject = ["typ": "JWT", "alg": "HS256"]

  /// Signs the token after a scenario's changes: claims and header first, then one defect (scenarios.md).
  func signed(with key: HMACKey, _ change: TokenChange?) -> String {
    var token = Members(header: BWSToken.header, claims: claims)
    for (name, value) in change?.claims ?? [:] { token.claims[name] = value.isNull ? nil : value }
    for (name, value) in change?.header ?? [:] { token.header[name] = value.isNull ? nil : value }
    let defect = change?.defect.flatMap { BWSTokenDefect(rawValue: $0) }
    defect?.apply(to: &token)
    let payload = JSON.object(token.claims).bytes()
    if defect == .noAlgorithm { return JWS.unsecured(header: token.header, payload: payload) }
    // A bad signature is well-formed, but over one byte more.
    let signed = defect == .badSignature ? payload + [0x20] : payload
    return JWS.serialize(
      header: token.header, payload: payload,
      signature: key.code(for: JWS.signingInput(header: token.header, payload: signed)))
  }

  private var claims: JSONObject {
    var claims: JSONObject = [
      "tokenid": .string(identifier), "clnt": .string(client), "app": .string(application),
    ]
    claims["bcid"] = bcid.map(JSON.string)
    claims["task"] = .integer(request.bits)
    claims["traits"] = .integer(request.traits.rawValue)
    claims["challenge"] = challenges.isEmpty ? nil : .string(BWSChallenges.text(challenges))
    claims["iss"] = "BWS"
    claims["aud"] = .string(audience)
    claims["exp"] = .integer(Int(expires.seconds))
    claims["nbf"] = .integer(Int(notBefore.seconds))
    return claims
  }
}

extension BWSTokenDefect {
  func apply(to token: inout BWSToken.Members) {
    switch self {
    case .badSignature: break
    case .noAlgorithm: token.header["alg"] = "none"
    case .wrongIssuer: token.claims["iss"] = "BWT"
    case .wrongAudience:
      let audience = token.claims["aud"]?.string ?? ""
      token.claims["aud"] = .string(BWSTokenDefect.otherHost(audience))
    case .wrongBCID:
      guard let bcid = token.claims["bcid"]?.string, let last = bcid.last else { return }
      token.claims["bcid"] = .string(bcid.dropLast() + (last == "9" ? "8" : "9"))
    case .wrongTask:
      // Verify becomes enroll, and every other task verify.
      let task = token.claims["task"]?.integer ?? 0
      token.claims["task"] = .integer(task & 0xB0 == 0 ? task | 0x20 : task & ~0xB0)
    case .missingTask: token.claims["task"] = nil
    case .missingTraits: token.claims["traits"] = nil
    case .missingExpiry: token.claims["exp"] = nil
    case .missingChallenge: token.claims["challenge"] = nil
    case .expired: shift(by: -1200, &token.claims)
    case .notYetValid: shift(by: 600, &token.claims)
    }
  }

  private func shift(by seconds: Int, _ claims: inout JSONObject) {
    for name in ["exp", "nbf"] {
      if let instant = claims[name]?.integer { claims[name] = .integer(instant + seconds) }
    }
  }

  /// Changes the first letter of a URL's host: `http://localhost:8080` becomes `http://xocalhost:8080`.
  private static func otherHost(_ url: String) -> String {
    guard let start = url.firstRange(of: "://")?.upperBound, start < url.endIndex else { return "x" + url }
    return url[..<start] + (url[start] == "x" ? "y" : "x") + url[url.index(after: start)...]
  }
}
