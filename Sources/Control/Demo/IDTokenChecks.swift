import Crypto
import Flow
import JOSE
import JSON

/// What a relying party checks of an id_token (OpenID Connect Core §3.1.3.7), each with what was seen.
struct IDTokenChecks: Sendable {
  let issuer: String
  let client: String
  let nonce: String
  /// The level requested; empty if none.
  let level: String
  let now: Instant

  /// Tolerated clock skew, in seconds.
  private static let skew: Int64 = 60

  func checks(of claims: JSONObject, accessToken: String?) -> [DemoCheck] {
    let token = Claims(claims)
    let audience = (try? token.audience()) ?? []
    return [
      .equal("iss is the issuer of the discovery document", claims["iss"]?.string, issuer),
      DemoCheck(
        "aud names this client and nobody else", audience == [client], audience.joined(separator: ", ")),
      .equal("nonce is the one that was sent", claims["nonce"]?.string, nonce),
      expiry(token), issued(token), accessTokenHash(claims["at_hash"]?.string, accessToken), acr(claims),
    ]
  }

  private func expiry(_ token: Claims) -> DemoCheck {
    guard let date = try? token.requiredDate("exp") else {
      return DemoCheck("exp lies ahead", false, "it is missing")
    }
    let left = Int64(date.seconds) - now.seconds
    return DemoCheck(
      "exp lies ahead", left > -Self.skew, left >= 0 ? "\(left) s left" : "it is \(-left) s past")
  }

  private func issued(_ token: Claims) -> DemoCheck {
    guard let date = try? token.requiredDate("iat") else {
      return DemoCheck("iat is not ahead", false, "it is missing")
    }
    let age = now.seconds - Int64(date.seconds)
    return DemoCheck("iat is not ahead", age > -Self.skew, age >= 0 ? "\(age) s ago" : "\(-age) s ahead")
  }

  /// The left half of the access token's hash (OpenID Connect Core §3.1.3.6).
  private func accessTokenHash(_ hash: String?, _ accessToken: String?) -> DemoCheck {
    let name = "at_hash belongs to the access token"
    guard let hash else {
      return DemoCheck(absent: name, "the provider sends none, which is allowed with a code")
    }
    let wanted = Base64URL.encode(Digest.sha256(Array((accessToken ?? "").utf8)).prefix(16))
    return .equal(name, hash, wanted)
  }

  private func acr(_ claims: JSONObject) -> DemoCheck {
    let name = "acr is what was asked for"
    guard !level.isEmpty else { return DemoCheck(absent: name, "nothing was asked for") }
    guard let acr = claims["acr"]?.string ?? claims["authenticationtype"]?.string else {
      return DemoCheck(absent: name, "the provider sends none")
    }
    return .equal(name, acr, level)
  }
}

/// A token of the provider, decrypted and verified as far as possible.
struct OpenedToken: Sendable {
  private(set) var checks: [DemoCheck] = []
  /// The claims, even of a token that fails its checks; `nil` if they cannot be read.
  private(set) var claims: JSONObject?

  /// - Parameter decryption: the key that opens it; `nil` when nothing encrypted is expected.
  init(_ text: String, named name: String = "id_token", decrypting decryption: (() -> JWK)?, keys: JWKSet) {
    guard let signed = decrypted(text, name, decryption) else { return }
    verify(signed, name, keys)
    claims = (try? JSON(parsing: signed.payload))?.object
    if claims == nil {
      checks.append(DemoCheck("\(name) holds claims", false, "its payload is no JSON object"))
    }
  }

  private mutating func decrypted(_ text: String, _ name: String, _ decryption: (() -> JWK)?) -> JWS? {
    do throws(TokenError) {
      switch try CompactToken(parsing: text) {
      case .signed(let jws):
        if decryption != nil {
          checks.append(DemoCheck("\(name) is encrypted to this client", false, "it is not encrypted"))
        }
        return jws
      case .encrypted(let jwe):
        guard let key = decryption?() else {
          checks.append(
            DemoCheck("\(name) can be read", false, "it is encrypted, and this client has no key"))
          return nil
        }
        do throws(NestedTokenError) {
          let inner = try jwe.decryptNested(with: JWK(key.key))
          checks.append(
            DemoCheck("\(name) is encrypted to this client", true, "\(jwe.algorithm), \(jwe.encryption)"))
          return inner
        } catch {
          checks.append(DemoCheck("\(name) is encrypted to this client", false, "\(error)"))
          return nil
        }
      }
    } catch {
      checks.append(DemoCheck("\(name) is a token", false, "\(error)"))
      return nil
    }
  }

  private mutating func verify(_ jws: JWS, _ name: String, _ keys: JWKSet) {
    let what = "\(name) is signed by the provider"
    do {
      let key = try keys.select(kid: jws.kid, use: "sig", alg: jws.algorithm)
      try jws.verify(with: key, allowing: [.rs256])
      checks.append(DemoCheck(what, true, "\(jws.algorithm), key \(key.kid ?? "")"))
    } catch {
      checks.append(DemoCheck(what, false, "\(error)"))
    }
  }
}
