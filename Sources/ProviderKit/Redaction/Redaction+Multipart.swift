import HTTP

// Content of several parts (RFC 7578), such as a form with a picture.

extension Redaction {
  /// Each part as if it were content of its own; one with a secret's name is masked whole.
  func parts(of body: [UInt8], between boundary: [UInt8]) -> [UInt8] {
    let delimiter = Array("--".utf8) + boundary
    var (result, rest) = ([UInt8](), body[...])
    while let found = rest.firstRange(of: delimiter) {
      result += part(rest[..<found.lowerBound]) + delimiter
      rest = rest[found.upperBound...]
    }
    return result + part(rest)
  }

  /// The text between two delimiters: a head, an empty line, and content that ends with a line break.
  private func part(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let emptyLine = Array("\r\n\r\n".utf8)
    guard let gap = bytes.firstRange(of: emptyLine) else { return self.bytes(Array(bytes)) }
    let fields = String(decoding: bytes[..<gap.lowerBound], as: UTF8.self)
    let end =
      bytes[gap.upperBound...].suffix(2) == Array("\r\n".utf8)[...] ? bytes.endIndex - 2 : bytes.endIndex
    let content = Array(bytes[gap.upperBound..<end])
    let masked =
      SecretText.partName(in: fields).map(isSecret) == true
      ? (content.isEmpty ? [] : Self.maskBytes) : body(content, SecretText.field("content-type", in: fields))
    return Array(bytes[..<gap.upperBound]) + masked + bytes[end...]
  }
}

extension SecretText {
  /// The separator of the parts of content of this type; `nil` if it has none.
  static func boundary(of contentType: String?) -> [UInt8]? {
    guard let contentType, contentType.lowercased().hasPrefix("multipart/"),
      let boundary = parameter("boundary", in: contentType), !boundary.isEmpty
    else { return nil }
    return Array(boundary.utf8)
  }

  /// The form field that a part is for (RFC 7578 section 4.2).
  static func partName(in fields: String) -> String? {
    field("content-disposition", in: fields).flatMap { parameter("name", in: $0) }
  }

  /// The value of a field in a part's head.
  static func field(_ name: String, in fields: String) -> String? {
    for line in fields.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name else { continue }
      return String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    return nil
  }

  private static func parameter(_ name: String, in value: String) -> String? {
    for piece in value.split(separator: ";").dropFirst() {
      guard let equals = piece.firstIndex(of: "="),
        piece[..<equals].drop(while: { $0 == " " }).lowercased() == name
      else { continue }
      let text = piece[piece.index(after: equals)...]
      return text.hasPrefix("\"") ? String(text.dropFirst().prefix { $0 != "\"" }) : String(text)
    }
    return nil
  }
}
