import Crypto
import Flow
import JSON
import ProviderKit

/// A friend of the VeridiumID server: a third-party server with a client certificate (§1a).
struct VeridiumClient: Client {
  /// The key in the world.
  let identifier: String
  let name: String
  /// The SHA-256 fingerprint of its certificate.
  var certificate: [UInt8]?
  /// The subject that a TLS-terminating proxy sends for its certificate.
  var headerToken: String?
  /// The integrations that it may name; empty allows all.
  var members: [String] = []
  var quirks: [String: QuirkValue] = [:]
  /// True if it stands for every friend, which is reported each time.
  var isWildcard = false

  var credentials: [(member: String, value: String)] {
    (headerToken.map { [("header_token", $0)] } ?? [])
      + (certificate.map { [("certificate", "\($0)")] } ?? [])
  }
}

extension Veridium {
  static let clientSchema: JSON = [
    "type": "object",
    "additionalProperties": false,
    "properties": [
      "note": ["type": "string"],
      "name": ["type": "string"],
      "certificate": [
        "type": "string",
        "description":
          "the friend certificate as PEM, or its fingerprint as sha256: and 64 hexadecimal digits",
      ],
      "header_token": [
        "type": "string",
        "description":
          "the value of X-Friend-Cert-Subject that a TLS-terminating proxy sends for this friend",
      ],
      "member": [
        "description": "the memberExternalId that the friend may name, or several; none allows all",
        "anyOf": [
          ["type": "string", "minLength": 1],
          ["type": "array", "items": ["type": "string", "minLength": 1], "minItems": 1],
        ],
      ],
      "quirks": ["$ref": "#/$defs/veridium.quirks"],
      "anything": ["type": "boolean", "description": "only for \"*\": stands for every friend"],
    ],
  ]

  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)? {
    var client = VeridiumClient(identifier: identifier, name: reader.string("name") ?? identifier)
    _ = reader.string("note")
    client.isWildcard = reader.bool("anything") ?? false
    client.headerToken = reader.string("header_token")
    client.certificate = reader.value("certificate").flatMap(readFingerprint)
    client.members = reader.value("member").flatMap(readMembers) ?? []
    client.quirks = reader.quirks("quirks", of: vocabulary)
    if client.isWildcard, identifier != World.anyClient {
      reader.problem(at: "anything", "only the client \"*\" stands for any friend")
    }
    if !client.isWildcard, !reader.has("certificate"), !reader.has("header_token") {
      reader.problem("a friend needs a certificate or a header_token")
    }
    if client.headerToken == "" { reader.problem(at: "header_token", "an empty text names nobody") }
    reader.finish()
    return client
  }

  /// The fingerprint of a PEM certificate, or the one written out.
  private static func readFingerprint(_ value: ValueReader) -> [UInt8]? {
    guard let text = value.string() else { return nil }
    if text.hasPrefix("sha256:") {
      let digits = text.dropFirst(7).filter { $0 != ":" }
      let bytes = Array(digits.utf8)
      let fingerprint = stride(from: 0, to: bytes.count - 1, by: 2).compactMap {
        UInt8(String(decoding: bytes[$0...($0 + 1)], as: UTF8.self), radix: 16)
      }
      if bytes.count == 64, fingerprint.count == 32 { return fingerprint }
      value.problem("a fingerprint is sha256: and 64 hexadecimal digits")
      return nil
    }
    do throws(TLSError) {
      guard let certificate = try Certificate.list(pem: text).first else { return nil }
      return Digest.sha256(certificate.der)
    } catch {
      value.problem("expected a certificate as PEM or a fingerprint as sha256:…: \(error)")
      return nil
    }
  }

  private static func readMembers(_ value: ValueReader) -> [String]? {
    var members: [String]
    if case .array = value.node.content {
      members = value.strings() ?? []
    } else {
      members = [value.string()].compactMap { $0 }
    }
    if members.contains("") { value.problem("an empty text names no member") }
    members.removeAll { $0.isEmpty }
    return members
  }
}
