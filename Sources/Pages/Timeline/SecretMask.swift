import HTTP
import JSON
import ProviderKit

/// What must not be seen in a file that people pass on: secrets, codes, tokens, cookies.
struct SecretMask {
  /// The longest first.
  private var secrets: [String] = []
  private var isOn = false

  /// Hides nothing.
  init() {}

  /// Hides the secrets that these exchanges carry, wherever they occur, and whatever looks like a signed token.
  init(_ exchanges: [RecordedExchange]) {
    isOn = true
    var found: Set<String> = []
    for exchange in exchanges {
      let (request, response) = (exchange.request, exchange.response)
      for form in [try? request.target.query, try? request.form].compactMap({ $0 }) {
        Self.take(form, &found)
      }
      for headers in [request.headers, response.headers] { Self.take(headers, &found) }
      for body in [request.body, response.body] {
        if let json = try? JSONParser.parse(body).json { Self.take(json, named: "", &found) }
      }
    }
    let encoded = found.map { PercentCoding.encode($0) }
    secrets = found.union(encoded).filter { $0.utf8.count >= 8 }.sorted {
      ($0.utf8.count, $0) > ($1.utf8.count, $1)
    }
  }

  static let mark = "••••••••"

  func hiding(_ text: String) -> String {
    guard isOn else { return text }
    var text = text
    for secret in secrets where text.utf8.count >= secret.utf8.count {
      let parts = text.split(separator: secret, omittingEmptySubsequences: false)
      if parts.count > 1 { text = parts.joined(separator: Self.mark) }
    }
    return Self.hidingTokens(text)
  }

  // MARK: What is secret

  private static let names: Set = [
    "code", "request", "password", "pin", "assertion", "client_assertion", "code_verifier", "device_code",
    "auth_req_id", "ticket", "authorization",
  ]

  private static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return names.contains(name) || name.hasSuffix("token") || name.hasSuffix("secret")
      || name == "id_token_hint"
  }

  private static func take(_ form: Form, _ found: inout Set<String>) {
    for (name, value) in form where isSecret(name) { found.insert(value) }
  }

  private static func take(_ headers: Headers, _ found: inout Set<String>) {
    for (name, value) in headers {
      switch name.lowercased() {
      case "authorization": found.insert(value.split(separator: " ").last.map(String.init) ?? value)
      case "cookie", "set-cookie":
        for part in value.split(separator: ";") {
          if let start = part.firstIndex(of: "=") { found.insert(String(part[part.index(after: start)...])) }
        }
      case "location":
        let after = value.firstIndex { $0 == "?" || $0 == "#" }.map { value[value.index(after: $0)...] }
        if let after, let form = try? Form(parsing: Array(after.utf8)) { take(form, &found) }
      default: break
      }
    }
  }

  private static func take(_ json: JSON, named name: String, _ found: inout Set<String>) {
    switch json {
    case .string(let value): if isSecret(name) { found.insert(value) }
    case .object(let members): for (name, value) in members { take(value, named: name, &found) }
    case .array(let elements): for element in elements { take(element, named: name, &found) }
    default: break
    }
  }

  /// A compact token begins with the base64url form of `{"`.
  private static func hidingTokens(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "eyJ")?.lowerBound {
      let run = rest[start...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
      result += rest[..<start]
      result += run.utf8.count >= 24 ? mark : String(run)
      rest = rest[run.endIndex...]
    }
    return result + rest
  }
}
