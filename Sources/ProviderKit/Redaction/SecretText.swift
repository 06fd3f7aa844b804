import HTTP

/// Finds secrets in text.
enum SecretText {
  // MARK: Tokens

  /// Masks the signature of every signed token, and the content of every encrypted one, in compact form (RFC 7515 §7.1,
  /// RFC 7516 §7.1).
  static func maskingTokens(_ text: [UInt8]) -> [UInt8] {
    // Base64url of `{"`.
    let beginning = "eyJ"
    var (result, position) = ([UInt8](), 0)
    while let start = text[position...].firstRange(of: beginning)?.lowerBound {
      let end = text[start...].firstIndex { !isOfToken($0) } ?? text.endIndex
      result += text[position..<start]
      result += masked(token: text[start..<end])
      position = end
    }
    return position == 0 ? text : result + text[position...]
  }

  private static func masked(token: ArraySlice<UInt8>) -> [UInt8] {
    let dot = UInt8(ascii: ".")
    let parts = token.split(separator: dot, omittingEmptySubsequences: false)
    guard parts.count > 2 else { return Array(token) }
    // The key and initialization vector of an encrypted token stay, because they reveal nothing.
    let kept = parts.count == 5 ? 3 : 2
    let masked = parts.dropFirst(kept).map { $0.isEmpty ? [] : Redaction.maskBytes[...] }
    return Array((parts.prefix(kept) + masked).joined(separator: [dot]))
  }

  private static func isOfToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  // MARK: Pairs

  /// Masks the values of secret names in forms, queries and cookies, also inside other text.
  static func maskingPairs(
    _ text: [UInt8], _ isSecret: (String) -> Bool, endingAt isBetweenPairs: (UInt8) -> Bool = isBetweenPairs
  ) -> [UInt8] {
    guard text.contains(UInt8(ascii: "=")) else { return text }
    var result: [UInt8] = []
    var rest = text[...]
    while !rest.isEmpty {
      let pair = rest.prefix { !isBetweenPairs($0) }
      result += masked(pair: pair, isSecret)
      rest = rest[pair.endIndex...]
      if let separator = rest.popFirst() { result.append(separator) }
    }
    return result
  }

  private static func masked(
    pair: ArraySlice<UInt8>, _ isSecret: (String) -> Bool
  ) -> ArraySlice<UInt8> {
    guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals + 1 < pair.endIndex else { return pair }
    let name = pair[..<equals]
    guard let name = try? PercentCoding.decode(name.span, plusIsSpace: true), isSecret(name) else {
      return pair
    }
    let value = Array(pair[(equals + 1)...])
    let masked = maskingTokens(value)
    return pair[...equals] + (masked == value ? Redaction.maskBytes : masked)
  }

  private static func isBetweenPairs(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "&?#;\"'<>".utf8.contains(byte)
  }

  // MARK: Inputs

  /// Masks the values of secret names in the forms of a page, such as the one that carries an answer back.
  static func maskingInputs(_ text: [UInt8], _ isSecret: (String) -> Bool) -> [UInt8] {
    var (result, position) = ([UInt8](), 0)
    while let start = text[position...].firstRange(of: "<input ")?.lowerBound {
      let end = text[start...].firstIndex(of: UInt8(ascii: ">")) ?? text.endIndex
      result += text[position..<start]
      position = end
      let tag = text[start..<end]
      guard let name = attribute("name", of: tag), isSecret(String(decoding: tag[name], as: UTF8.self)),
        let value = attribute("value", of: tag), !value.isEmpty
      else {
        result += tag
        continue
      }
      let secret = Array(tag[value])
      let masked = maskingTokens(secret)
      result += tag[..<value.lowerBound] + (masked == secret ? Redaction.maskBytes : masked)
      result += tag[value.upperBound...]
    }
    return position == 0 ? text : result + text[position...]
  }

  private static func attribute(_ name: String, of tag: ArraySlice<UInt8>) -> Range<Int>? {
    guard let start = tag.firstRange(of: " \(name)=\"")?.upperBound,
      let end = tag[start...].firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    return start..<end
  }

  // MARK: Known texts

  static func masking(_ secret: [UInt8], in text: [UInt8]) -> [UInt8] {
    var (result, position) = ([UInt8](), 0)
    while let found = text[position...].firstRange(of: secret) {
      result += text[position..<found.lowerBound]
      result += Redaction.maskBytes
      position = found.upperBound
    }
    return position == 0 ? text : result + text[position...]
  }
}
