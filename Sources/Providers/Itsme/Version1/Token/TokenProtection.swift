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
  /// A token that is usually only signed is also encrypted if the client asked for that in a signed request object.
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
    return recipient(
      of: login, among: try encryptionKeys(for: token, of: login, client, call),
      purpose: "\(token.rawValue)/recipient")
  }

  /// The client's suitable keys; empty if the token is not encrypted.
  func encryptionKeys(
    for token: ProtectedToken, of login: Transaction<ItsmeLogin>, _ client: ItsmeClient, _ call: Call
  ) throws(Interruption) -> [JWK] {
    guard let algorithm = token.keyEncryption(login.detail) else { return [] }
    let found = try fetching { () throws(DocumentNeeded) in
      try encryptionKeys(of: client, for: algorithm, call)
    }
    switch found {
    case .failure(let problem): throw .refused(Self.refusal(problem))
    case .success(let keys): return keys
    }
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
