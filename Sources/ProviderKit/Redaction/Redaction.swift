import HTTP
package import JSON

/// Masks secrets: before anything is kept or shown (`--redact`), or in an export.
///
/// Addresses, parameters and claims stay, so that what went wrong can still be seen. What cannot be parsed is
/// removed, because it may contain a secret.
package struct Redaction: Sendable {
  /// Replaces a secret; base64url, so that a token with this signature can still be parsed.
  package static let mask = "redacted"
  static let maskBytes = Array(mask.utf8)

  /// Fields, members and headers whose values are secrets, in lower case.
  private static let names: Set<String> = [
    "client_secret", "secret", "password", "pin", "pin_code", "activation_pin_code", "token", "access_token",
    "refresh_token",
  ]
  /// Handles continue a login, so they must not leak through a file either.
  private static let handleNames: Set<String> = [
    "assertion", "client_assertion", "code_verifier", "device_code", "auth_req_id", "ticket", "id_token_hint",
  ]
  /// Masked as parameters only: in JSON these names have other meanings.
  private static let handleParameters: Set<String> = ["code", "request"]
  /// The private members of a key (RFC 7518 §6).
  private static let keyMembers: Set<String> = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

  /// Masked wherever they occur.
  private let known: [[UInt8]]
  private let masksHandles: Bool

  package init(controlTokens: [String] = []) {
    self.init(known: controlTokens.filter { !$0.isEmpty }.map { Array($0.utf8) }, masksHandles: false)
  }

  /// - Parameters:
  ///   - known: secrets, which are masked wherever they occur.
  ///   - masksHandles: true to mask codes and other handles too.
  init(known: [[UInt8]], masksHandles: Bool) {
    (self.known, self.masksHandles) = (known, masksHandles)
  }

  // MARK: Names

  /// True if a parameter, field or header of this name holds a secret.
  func isSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return isSecretMember(name) || masksHandles && Self.handleParameters.contains(name)
  }

  /// True if a JSON member of this name holds a secret.
  func isSecretMember(_ name: String) -> Bool {
    let name = name.lowercased()
    return Self.names.contains(name)
      || masksHandles
        && (Self.handleNames.contains(name) || name.hasSuffix("token") || name.hasSuffix("secret"))
  }

  // MARK: Text

  /// Masks a text of any kind: secrets in its tokens and `name=value` pairs, and the control token.
  package func text(_ text: String) -> String {
    String(decoding: bytes(Array(text.utf8)), as: UTF8.self)
  }

  package func bytes(_ text: [UInt8]) -> [UInt8] {
    var text = masksHandles ? SecretText.maskingInputs(text, isSecret) : text
    text = SecretText.maskingTokens(SecretText.maskingPairs(text, isSecret))
    for secret in known { text = SecretText.masking(secret, in: text) }
    return text
  }

  /// Masks a query or form, in which a pair ends with `&` alone.
  func form(_ text: [UInt8]) -> [UInt8] {
    bytes(SecretText.maskingPairs(text, isSecret, endingAt: { $0 == UInt8(ascii: "&") }))
  }

  /// Masks the value of a secret: only the signature or content of a token, but anything else whole.
  func secret(_ value: String) -> String {
    let masked = SecretText.maskingTokens(Array(value.utf8))
    return masked == Array(value.utf8) ? Self.mask : String(decoding: masked, as: UTF8.self)
  }

  // MARK: JSON

  package func json(_ json: JSON) -> JSON {
    switch json {
    case .string(let value): .string(text(value))
    case .array(let elements): .array(elements.map { self.json($0) })
    case .object(let object): .object(masked(object))
    default: json
    }
  }

  private func masked(_ object: JSONObject) -> JSONObject {
    let isKey = object["kty"] != nil
    return JSONObject(
      object.map { name, value in
        if isKey, Self.keyMembers.contains(name) { return (text(name), .string(Self.mask)) }
        guard isSecretMember(name) else { return (text(name), json(value)) }
        return (name, secret(value))
      })
  }

  private func secret(_ value: JSON) -> JSON {
    switch value {
    case .string(let value): .string(secret(value))
    case .integer, .decimal: .string(Self.mask)
    case .array(let elements): .array(elements.map { secret($0) })
    case .object(let object): .object(JSONObject(object.map { ($0, secret($1)) }))
    case .bool, .null: value
    }
  }

  /// The path of the first mask in place of a secret, as `--redact` leaves it; `nil` if there is none.
  package static func maskedMember(in json: JSON) -> String? {
    switch json {
    case .array(let elements): return elements.lazy.compactMap(maskedMember).first
    case .object(let object):
      for (name, value) in object {
        if value.string == mask { return name }
        if let inner = maskedMember(in: value) { return "\(name).\(inner)" }
      }
      return nil
    default: return nil
    }
  }
}

extension JSON {
  /// The same with its secrets masked, if there is a redaction.
  package func redacted(_ redaction: Redaction?) -> JSON { redaction?.json(self) ?? self }
}
