import Flow
import JOSE
import JSON
import OpenID
import ProviderKit

/// How a token is encrypted around its signature.
enum TokenEncryption {
  /// Not encrypted.
  case none
  case toKey(JWK, algorithm: String)
  /// Directly, with a key derived from the client's secret (J8) as the switch says.
  case withSecret(String, derivation: String)
}

extension ItsmeV2 {
  enum Protected: String {
    case idToken = "id_token"
    case userinfo
  }

  /// How a login's token is encrypted: as the client's method or a switch says (J5, J6, Z16).
  func encryption(
    of token: Protected, for login: Transaction<ItsmeV2Login>, _ call: Call
  ) throws(Interruption) -> TokenEncryption {
    guard let client = registered(login.client) else { return .none }
    let word = login.detail.switches[v2: .idTokenEncryption].word
    if token == .userinfo, login.detail.switches[v2: .userinfoProtection].word != "nested" { return .none }
    switch word {
    case "none" where token == .idToken: return .none
    // A client with a secret has no key to encrypt to.
    case "RSA-OAEP" where !client.hasSecret, "RSA-OAEP-256" where !client.hasSecret:
      return .toKey(try recipient(of: token, for: login, client, word, call), algorithm: word)
    default:
      if let secret = client.sharedSecret {
        return .withSecret(secret, derivation: login.detail.switches[v2: .secretKey].word)
      }
      let usual = "RSA-OAEP-256"
      return .toKey(try recipient(of: token, for: login, client, usual, call), algorithm: usual)
    }
  }

  /// One of the client's encryption keys, at random if there are several (K8), or an old one for a while (K6).
  private func recipient(
    of token: Protected, for login: Transaction<ItsmeV2Login>, _ client: ItsmeV2Client, _ algorithm: String,
    _ call: Call
  ) throws(Interruption) -> JWK {
    let word = login.detail.switches[v2: .recipientKey].word
    // A key that was replaced is used for up to a day (K6).
    let delay = word == "kept" ? Duration.seconds(86_400) : .zero
    let found = try fetching { () throws(DocumentNeeded) in
      try encryptionKeys(of: client, for: algorithm, noticingNewOnesAfter: delay, call)
    }
    switch found {
    case .failure(let problem): throw .refused(Self.refusal(problem))
    case .success(let keys):
      let purpose = "itsme-v2/\(token.rawValue)/recipient"
      let key = word == "last" ? keys.last : recipient(of: login, among: keys, purpose: purpose)
      guard let key else { throw .refused(Self.refusal(.missing)) }
      return key
    }
  }

  /// Signs and encrypts by the switches, with the scenario's changes.
  func protect(
    _ claims: JSONObject, as token: Protected, of login: Transaction<ItsmeV2Login>, _ call: Call
  ) throws(Interruption) -> String {
    let encryption = try encryption(of: token, for: login, call)
    let (key, header) = signature(of: login)
    var recipe = TokenRecipe(header: header, claims: claims)
    recipe.encryption = try refusing { () throws(OpenIDRefusal) in
      try wrapped(encryption, login.detail.switches)
    }
    do throws(TokenRecipe.Problem) {
      return try mint(recipe, as: token.rawValue, of: login, key: key) { drawn in
        "itsme-v2/\(token.rawValue)/encryption/\(drawn)"
      }
    } catch {
      let rule: OpenIDRule = if case .encryption = error { .encryptionKeyMissing } else { .tokenImpossible }
      throw .refused(
        OpenIDRefusal(.invalidClient, Self.book[rule], "\(error)", "The \(token.rawValue) could not be made"))
    }
  }

  /// RS256, or HS256 with the secret as the client is registered (K10); no `typ` (N7).
  private func signature(of login: Transaction<ItsmeV2Login>) -> (key: JWK, header: JSONObject) {
    if let client = registered(login.client), client.idTokenSigning == .hs256,
      let secret = client.sharedSecret
    {
      return (JWK(.secret(Array(secret.utf8))), ["alg": "HS256"])
    }
    let key = sandbox.keys.signing
    var header: JSONObject = ["alg": "RS256"]
    header["kid"] = key.kid.map(JSON.string)
    return (key, header)
  }

  private func wrapped(
    _ encryption: TokenEncryption, _ switches: Switches
  ) throws(OpenIDRefusal) -> TokenRecipe.Encryption? {
    let asked = switches[v2: .contentEncryption].word
    switch encryption {
    case .none: return nil
    case .toKey(let recipient, let algorithm):
      var header: JSONObject = [
        "alg": .string(algorithm), "enc": .string(asked == "by_method" ? "A128CBC-HS256" : asked),
      ]
      if switches[v2: .contentTypeHeader].word != "never" { header["cty"] = "JWT" }
      header["kid"] = recipient.kid.map(JSON.string)
      return TokenRecipe.Encryption(header: header, recipient: recipient)
    case .withSecret(let secret, let derivation):
      var header: JSONObject = [
        "alg": "dir", "enc": .string(asked == "by_method" ? "A256GCM" : asked),
      ]
      if switches[v2: .contentTypeHeader].word == "always" { header["cty"] = "JWT" }
      guard derivation != "sha256" else { return TokenRecipe.Encryption(header: header, secret: secret) }
      return TokenRecipe.Encryption(header: header, recipient: try Self.key(of: secret, derivation))
    }
  }

  /// The 32 bytes that clients were seen to use as the key instead of the hash, for both content encryptions (Z8).
  private static func key(of secret: String, _ derivation: String) throws(OpenIDRefusal) -> JWK {
    let bytes = derivation == "raw32" ? Array(secret.utf8) : (try? Base64URL.decode(secret)) ?? []
    guard bytes.count >= 32 else {
      let seen = "secret_key is \(derivation), for which the secret of the client is not fit"
      throw OpenIDRefusal(.invalidClient, book[.tokenImpossible], seen, "The tokens could not be encrypted")
    }
    return JWK(.secret(Array(bytes.prefix(32))))
  }
}
