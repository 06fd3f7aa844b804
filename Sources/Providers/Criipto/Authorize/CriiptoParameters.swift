import HTTP
import JOSE
import JSON
import ProviderKit

/// The parameters of an authorization request, by name, before any rule is applied.
struct CriiptoParameters: Sendable {
  /// The values; a parameter that is sent empty counts as not sent (RFC 6749 §3.1).
  var values: [String: String] = [:]
  /// The names that were sent more than once.
  var repeated: [String] = []

  /// The parameters of a query or of a pushed form.
  init(_ form: Form) {
    values.reserveCapacity(form.count)
    for (name, value) in form where !value.isEmpty && values[name] == nil { values[name] = value }
    repeated = form.duplicates
  }

  subscript(name: String) -> String? { values[name] }

  /// Takes over the members of a request object, which win (OpenID Connect Core §6.1).
  mutating func take(_ members: JSONObject) {
    for (name, value) in members where !["iss", "aud", "exp", "iat", "nbf", "jti"].contains(name) {
      switch value {
      case .string(let text): values[name] = text.isEmpty ? nil : text
      case .integer(let number): values[name] = String(number)
      case .bool(let flag): values[name] = String(flag)
      default: break
      }
    }
  }

  /// Takes what a hint carries in the place of a parameter: `acr_values:…` and `scope:…`, for clients that can send nothing
  /// else (§1.4, quirk mode carriers).
  mutating func takeCarriedByHint() {
    for token in words("login_hint") where token.hasPrefix("acr_values:") || token.hasPrefix("scope:") {
      for name in ["acr_values", "scope"] where token.hasPrefix("\(name):") {
        let value = String(token.dropFirst(name.count + 1))
        guard !value.isEmpty else { continue }
        if name == "acr_values" {
          values[name] = values[name] ?? value
        } else {
          values[name] = [values[name], value].compactMap { $0 }.joined(separator: " ")
        }
      }
    }
  }

  /// The words of a parameter that holds several.
  func words(_ name: String) -> [String] { values[name]?.words ?? [] }
}

/// The base64 of an acr value in front of a path (§1.1): standard alphabet with padding; base64url is read too.
enum PathACR {
  /// The value, `nil` when the part of the path is no base64 of a text.
  static func decode(_ part: String) -> String? { LoginHint.decoded(part) }
}
