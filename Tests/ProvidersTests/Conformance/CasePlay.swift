import EidolonTesting
import HTTP
@testable import TestWorlds
import JOSE
import JSON
import ProviderKit

@testable import Itsme

/// A login in which a story is played, after two others of the same client: one that was redeemed, and one that was begun
/// in another browser and left at its redirect URI.
struct CasePlay {
  /// What the client was told, by place: `callback.state`, `token.body.token_type`, `id.claims.aud`.
  private(set) var parts: [String: String] = [:]
  private(set) var emulator: TestEmulator
  /// The id_token, decrypted if it was encrypted.
  private(set) var token: JWS?

  /// - Parameter story: a shared story with all that its file says; without one, nothing is wrong.
  init(_ stage: CaseStage, _ story: JSON? = nil, _ changes: [String: String?] = [:]) throws {
    emulator = try stage.emulator(["plain": #""note": "nothing is wrong""#])
    if let story {
      let added = emulator.steer(
        .put, "scenarios/judge/case", story.merging(["providers": [.string(stage.slug)]]))
      guard added.status == 201 else { throw Refused(text: added.text) }
    }
    _ = emulator.get(stage.discovery)
    for (name, isRedeemed) in [("earlier", true), ("elsewhere", false)] {
      let answer = try stage.authorize(
        emulator, "plain", ["state": "\(name) state", "nonce": "\(name) nonce"])
      if isRedeemed { _ = try stage.token(emulator, answer.locationQuery["code"] ?? "") }
    }
    if story?["judge"]?["before"] == "login_at_another_provider" {
      emulator.sandbox.latestCodes.note(
        LatestCodes.Entry(
          of: "elsewhere", issuer: "https://elsewhere.example.test",
          redirectURI: "http://localhost:3000/elsewhere",
          code: "elsewhere-code"
        ) { "https://elsewhere.example.test/token" })
    }
    let callback = try stage.authorize(emulator, story == nil ? "plain" : "case", changes)
    note(callback.header("Location") ?? "", "callback")
    let document = emulator.get(stage.discovery)
    note(document, "discovery")
    let fields = callback.callback
    let tokens = try stage.token(emulator, fields["code"] ?? "")
    note(tokens, "token")
    let keys = emulator.get(document.json["jwks_uri"]?.string ?? "")
    note(keys, "jwks")
    if let token = fields["id_token"] ?? tokens.json["id_token"]?.string { read(token, keys.json) }
    note(try stage.userinfo(emulator, tokens.json["access_token"]?.string ?? ""), "userinfo")
  }

  struct Refused: Error { let text: String }

  /// The places at which two logins differ.
  func differences(_ other: CasePlay) -> Set<String> {
    Set(parts.keys).union(other.parts.keys).filter { parts[$0] != other.parts[$0] }
  }

  private mutating func note(_ location: String, _ name: String) {
    parts["\(name).place"] = String(location.prefix { $0 != "?" && $0 != "#" })
    for (parameter, value) in TestAnswer.fields(of: location) { parts["\(name).\(parameter)"] = value }
  }

  private mutating func note(_ answer: TestAnswer, _ name: String) {
    parts["\(name).status"] = "\(answer.status)"
    parts["\(name).type"] = answer.header("Content-Type")
    parts["\(name).location"] = answer.header("Location")
    if answer.transmission != Transmission() { parts["\(name).transmission"] = "\(answer.transmission)" }
    guard let members = answer.json.object else {
      // Ciphertexts and signatures differ each time; what is inside is the test's of userinfo.
      if answer.text.isEmpty || answer.text.hasPrefix("<") { parts["\(name).text"] = answer.text }
      return
    }
    // Tokens are looked at by themselves.
    for (member, value) in members where member != "id_token" || value.isNull {
      parts["\(name).body.\(member)"] = value.text()
    }
    if members["id_token"] != nil { parts["\(name).body.id_token"] = "there" }
  }

  private mutating func read(_ text: String, _ keys: JSON) {
    switch try? CompactToken(parsing: text) {
    case .signed(let token): read(token, keys)
    case .encrypted(let token):
      for (name, value) in token.header { parts["id.encryption.\(name)"] = value.text() }
      let known = [TestKeys.clientEncryption.jwk, ItsmeV2TestWorld.secretKey]
      let inside = known.lazy.compactMap { try? token.decrypt(with: $0) }.first
      parts["id.decrypted"] = inside == nil ? nil : "yes"
      guard let inside = inside.map({ String(decoding: $0, as: UTF8.self) }) else { return }
      if let token = try? JWS(parsing: inside) { read(token, keys) } else { readHeader(inside) }
    case nil: readHeader(text)
    }
  }

  /// Of a token that our own reader refuses for what its header says.
  private mutating func readHeader(_ text: String) {
    let fields = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
      (try? Base64URL.decode(String(part))).flatMap { try? JSON(parsing: $0) }?.object ?? [:]
    }
    let kind = fields.count == 5 ? "encryption" : "header"
    for (name, value) in fields.first ?? [:] { parts["id.\(kind).\(name)"] = value.text() }
    guard fields.count == 3 else { return }
    for (name, value) in fields[1] { parts["id.claims.\(name)"] = value.text() }
  }

  private mutating func read(_ token: JWS, _ keys: JSON) {
    self.token = token
    for (name, value) in token.header { parts["id.header.\(name)"] = value.text() }
    let claims = (try? JSONParser.parse(token.payload).json.object) ?? [:]
    for (name, value) in claims { parts["id.claims.\(name)"] = value.text() }
    parts["id.order"] = claims.names.first
    let published = (try? JWKSet(keys))?.keys ?? []
    let fitting = published.filter { token.kid == nil || $0.kid == token.kid }
    let isVerified = fitting.contains { (try? token.verify(with: $0, allowing: [.rs256])) != nil }
    parts["id.signature"] = token.signature.isEmpty ? "empty" : isVerified ? "verified" : "of others"
  }
}

extension TestAnswer {
  /// What the client is told in the query or the fragment of its redirect URI.
  var callback: [String: String] { Self.fields(of: header("Location") ?? "") }

  static func fields(of location: String) -> [String: String] {
    guard let start = location.firstIndex(where: { $0 == "?" || $0 == "#" }),
      let form = try? Form(parsing: String(location[location.index(after: start)...]))
    else { return [:] }
    return Dictionary(form.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}
