import Flow
import JOSE
import JSON
import OpenID
import ProviderKit

enum ProtectedToken: String {
  case idToken = "id_token"
  case userinfo

  /// The `alg` of the encryption; `nil` if the token is not encrypted (§5 #16).
  func keyEncryption(_ login: ItsmeLogin) -> String? {
    let switches = login.switches
    switch self {
    case .idToken:
      let word = switches[.idTokenEncryption].word
      return word != "none" ? word : login.request.encrypted.contains(self) ? "RSA-OAEP" : nil
    case .userinfo:
      return ["nested", "encrypted"].contains(login.userinfoProtection)
        ? switches[.userinfoEncryption].word : nil
    }
  }
}

extension ItsmeLogin {
  /// What is only signed is encrypted too where the client asked for it in a signed request object.
  var userinfoProtection: String {
    let usual = switches[.userinfoProtection].word
    return usual == "signed" && request.encrypted.contains(.userinfo) ? "nested" : usual
  }
}

extension Itsme {
  /// The key to encrypt to; `nil` if the token is not encrypted.
  ///
  /// If the client has several, one is chosen at random, as itsme does (§1.2).
  func recipient(
    of token: ProtectedToken, for login: Transaction<ItsmeLogin>, _ call: Call
  ) throws(Interruption) -> JWK? {
    guard let client = registered(login.client) else { return nil }
    let keys = try encryptionKeys(for: token, of: login, client, call)
    guard !keys.isEmpty else { return nil }
    let random = sandbox.environment.bytes(
      1, ordinal: login.ordinal, purpose: "\(token.rawValue)/recipient")
    return keys[Int(random[0]) % keys.count]
  }

  /// The client's keys that fit; empty if the token is not encrypted.
  func encryptionKeys(
    for token: ProtectedToken, of login: Transaction<ItsmeLogin>, _ client: ItsmeClient, _ call: Call
  ) throws(Interruption) -> [JWK] {
    guard let algorithm = token.keyEncryption(login.detail) else { return [] }
    let found = try fetching { () throws(DocumentNeeded) in try keySet(of: client, wanting: nil, for: call) }
    switch found {
    case .failure(let error): throw .refused(keysUnavailable(error.reason))
    case .success(let set):
      let candidates = set.candidates(use: "enc", alg: algorithm).filter {
        $0.use == "enc" || set.keys.count == 1
      }
      guard !candidates.isEmpty else {
        throw .refused(
          OpenIDRefusal(
            .invalidClient, Self.book[.encryptionKeyMissing], "", "The client has no encryption key"))
      }
      return candidates
    }
  }

  func keysUnavailable(_ reason: String) -> OpenIDRefusal {
    OpenIDRefusal(
      .invalidClient, Self.book[.clientKeysUnavailable], reason, "The client's keys are not available")
  }

  /// Signs and encrypts by the switches, with the scenario's changes.
  func protect(
    _ claims: JSONObject, as token: ProtectedToken, of login: Transaction<ItsmeLogin>, recipient: JWK?,
    isSigned: Bool = true
  ) throws(TokenRecipe.Problem) -> String {
    let switches = login.detail.switches
    let signing = sandbox.keys.signing
    var header: JSONObject = ["alg": "RS256"]
    header["kid"] = signing.kid.map(JSON.string)
    var recipe = TokenRecipe(header: header, claims: claims)
    recipe.isSigned = isSigned
    recipe.escapesSlashes = switches[.escapedSlashes].isOn
    if let recipient, let algorithm = token.keyEncryption(login.detail) {
      var outer: JSONObject = ["typ": "JWT", "enc": "A128CBC-HS256", "alg": .string(algorithm)]
      if isSigned { outer["cty"] = "JWT" }
      if switches[.encryptionKeyIdentifier].isOn { outer["kid"] = recipient.kid.map(JSON.string) }
      recipe.encryption = TokenRecipe.Encryption(header: outer, recipient: recipient)
    }
    return try mint(recipe, as: token.rawValue, of: login, key: signing) { drawn in
      "\(token.rawValue)/encryption/\(drawn)"
    }
  }

  /// `nil` allows all (§1.2).
  func allowedClaims(of login: Transaction<ItsmeLogin>) -> Set<String>? {
    registered(login.client)?.services[login.detail.request.service]?.allowedClaims
  }
}
