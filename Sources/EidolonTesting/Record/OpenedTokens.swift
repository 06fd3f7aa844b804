import JOSE
import HTTP
import JSON

/// Replaces tokens in texts by their content, so that two runs can be compared: signatures on elliptic curves and
/// encryption differ each time.
enum OpenedTokens {
  /// The text with its tokens (compact serialization) opened.
  static func text(_ text: String) -> String {
    guard text.contains("eyJ") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "eyJ")?.lowerBound {
      result += rest[..<start]
      let token = rest[start...].prefix { isOfToken($0) }
      result += opened(String(token)) ?? String(token)
      rest = rest[token.endIndex...]
    }
    return result + rest
  }

  private static func isOfToken(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
  }

  /// The content of a token; `nil` if it is not a token.
  private static func opened(_ token: String) -> String? {
    switch token.count(where: { $0 == "." }) {
    case 2:
      guard let jws = try? JWS(parsing: token) else { return nil }
      return "JWS\(JSON.object(repeatable(jws.header)).text())\(content(jws.payload))"
    case 4:
      guard let jwe = try? JWE(parsing: token) else { return nil }
      return "JWE\(JSON.object(repeatable(jwe.header)).text())\(content(of: jwe))"
    default: return nil
    }
  }

  private static func content(of jwe: JWE) -> String {
    for key in keys {
      if let content = try? jwe.decrypt(with: key.jwk.key, allowing: JWEAlgorithm.allCases) {
        return self.content(content)
      }
    }
    return "(sealed)"
  }

  private static func content(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard case .object(let members)? = try? JSON(parsing: bytes) else { return "(\(self.text(text)))" }
    return JSON.object(repeatable(members)).text()
  }

  /// Masks what a client generates for each token.
  private static func repeatable(_ members: JSONObject) -> JSONObject {
    var members = members
    for name in ["jti", "epk"] where members[name] != nil { members[name] = "…" }
    return members
  }

  private static var keys: [TestKey] {
    [TestKeys.clientEncryption, TestKeys.opEncryption, TestKeys.demonstrationEncryption] + TestKeys.spares
  }
}
