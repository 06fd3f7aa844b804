import JSON

@testable import JOSE

/// The bytes of a text.
func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A key from its JSON text.
func jwk(_ text: String) throws -> JWK { try JWK(JSON(parsing: text)) }

/// A token whose header is this text, as bytes that a reader may find wrong.
func token(header: String, _ rest: String...) -> String {
  ([Base64URL.encode(utf8(header))] + rest).joined(separator: ".")
}

/// The text with the character at an offset replaced by another of the alphabet.
func changing(_ text: String, at offset: Int) -> String {
  var bytes = utf8(text)
  bytes[offset] = bytes[offset] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
  return String(decoding: bytes, as: UTF8.self)
}
