import HTTP
import JOSE
import JSON
import ProviderKit

/// The parameters of an authorization request, by name, before any rule is applied.
struct CriiptoParameters: Sendable {
  /// Each name once, with its value.
  private var form: Form
  /// The names that were sent more than once.
  let repeated: [String]

  /// No parameters.
  init() { (form, repeated) = (Form(), []) }

  /// The parameters of a query or of a pushed form; one that is sent empty counts as not sent (RFC 6749 §3.1).
  init(_ form: Form) {
    repeated = form.duplicates
    let isTidy = repeated.isEmpty && form.allSatisfy { !$0.value.isEmpty }
    self.form = isTidy ? form : form.firstValues
  }

  /// The value of a parameter; a dozen are found by looking along them faster than by hashing names.
  subscript(name: String) -> String? {
    get { form[name] }
    set { form.set(name, newValue) }
  }

  /// The names in the order in which they were sent.
  var names: [String] { form.names }

  /// The values by name, for conditions of scenarios.
  var values: [String: String] {
    Dictionary(form.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Takes over the members of a request object, which win (OpenID Connect Core §6.1).
  mutating func take(_ members: JSONObject) {
    for (name, value) in members where !["iss", "aud", "exp", "iat", "nbf", "jti"].contains(name) {
      switch value {
      case .string(let text): self[name] = text.isEmpty ? nil : text
      case .integer(let number): self[name] = String(number)
      case .bool(let flag): self[name] = String(flag)
      default: break
      }
    }
  }

  /// Takes what a hint carries in the place of a parameter: `acr_values:…` and `scope:…`, for clients that can send nothing
  /// else (§1.4, quirk mode carriers).
  mutating func takeCarriedByHint() {
    guard let hint = self["login_hint"], LoginHint.AppSwitch(hint: hint) == nil else { return }
    for value in hint.wordRests(after: "acr_values:") where !value.isEmpty && self["acr_values"] == nil {
      self["acr_values"] = value
    }
    for value in hint.wordRests(after: "scope:") where !value.isEmpty {
      self["scope"] = [self["scope"], value].compactMap { $0 }.joined(separator: " ")
    }
  }

  /// The words of a parameter that holds several.
  func words(_ name: String) -> [String] { self[name]?.words ?? [] }
}

/// The base64 of an acr value in front of a path (§1.1): standard alphabet with padding; base64url is read too.
enum PathACR {
  /// The value, `nil` when the part of the path is no base64 of a text.
  static func decode(_ part: String) -> String? { LoginHint.decoded(part) }
}
