import Testing

@testable import JOSE

@Suite struct `Base64 text` {
  static let vectors = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ]

  @Test(arguments: vectors) func `RFC 4648 §10 vectors`(plain: String, encoded: String) throws {
    #expect(Base64.encode(utf8(plain)) == encoded)
    #expect(try Base64.decode(encoded) == utf8(plain))
    let unpadded = encoded.filter { $0 != "=" }
    #expect(Base64URL.encode(utf8(plain)) == unpadded)
    #expect(try Base64URL.decode(unpadded) == utf8(plain))
  }

  @Test func `RFC 7515 appendix C example`() throws {
    #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
    #expect(try Base64URL.decode("A-z_4ME") == [3, 236, 255, 224, 193])
    #expect(Base64.encode([3, 236, 255, 224, 193]) == "A+z/4ME=")
  }

  @Test func `carries every byte at every place`() throws {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<6 {
        var bytes: [UInt8] = [1, 2, 3, 4, 5, 6]
        bytes[place] = byte
        #expect(try Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        #expect(try Base64.decode(Base64.encode(bytes)) == bytes)
      }
    }
  }

  @Test func `refuses each byte outside the alphabet (RFC 4648 §3.3)`() {
    let alphabet = Set(utf8("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"))
    for byte in UInt8.min...UInt8.max where !alphabet.contains(byte) {
      let expected: Base64Error =
        byte == UInt8(ascii: "=") ? .padding(offset: 2) : .invalidCharacter(byte, offset: 2)
      #expect(throws: expected) { try Base64URL.decode([65, 65, byte, 65]) }
    }
  }

  @Test func `refuses stray bits, so that no value has two texts (RFC 4648 §3.5)`() throws {
    #expect(try Base64URL.decode("Zg") == utf8("f"))
    for text in ["Zh", "Zi", "Zo", "Zv", "Zm9", "Zm-"] where text != "Zm8" {
      #expect(throws: Base64Error.strayBits) { try Base64URL.decode(text) }
    }
  }

  @Test func `refuses lengths that no encoder writes`() {
    #expect(throws: Base64Error.impossibleLength(1)) { try Base64URL.decode("A") }
    #expect(throws: Base64Error.impossibleLength(5)) { try Base64URL.decode("AAAAA") }
    #expect(throws: Base64Error.impossibleLength(5)) { try Base64.decode("AAAAA===") }
  }

  @Test func `with padding needs all of it`() {
    #expect(throws: Base64Error.wrongPadding) { try Base64.decode("Zg") }
    #expect(throws: Base64Error.wrongPadding) { try Base64.decode("Zg=") }
    #expect(throws: Base64Error.wrongPadding) { try Base64.decode("Zm9v=") }
    #expect(throws: Base64Error.invalidCharacter(UInt8(ascii: "Z"), offset: 4)) {
      try Base64.decode("Zg==Zg==")
    }
  }

  @Test func `explains what is wrong`() {
    #expect(Base64Error.invalidCharacter(10, offset: 7).description == "white space at offset 7")
    #expect(
      Base64Error.invalidCharacter(43, offset: 1).description
        == "the character \"+\" at offset 1 belongs to the other base64 alphabet")
    #expect(Base64Error.padding(offset: 2).description == "padding \"=\" at offset 2")
  }
}
