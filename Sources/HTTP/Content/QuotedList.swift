/// Lists whose members may contain quoted strings (RFC 9110 §5.6): a separator inside quotes is ignored.
enum QuotedList {
  /// The members without blanks at both ends; empty ones included.
  static func split(_ text: String, at separator: UInt8) -> [Substring] {
    var members: [Substring] = []
    var isQuoted = false
    var isEscaped = false
    var start = text.startIndex
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if isEscaped {
        isEscaped = false
      } else if isQuoted && byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == separator && !isQuoted {
        members.append(text[start..<index].trimmingBlanks)
        start = text.utf8.index(after: index)
      }
    }
    members.append(text[start...].trimmingBlanks)
    return members
  }

  /// A token as it is, or a quoted string without its quotes and backslashes; nil for anything else.
  static func unquote(_ text: Substring) -> String? {
    guard text.first == "\"" else {
      return Headers.isName(String(text)) ? String(text) : nil
    }
    var value = ""
    var isEscaped = false
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      if isEscaped {
        value.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return rest.isEmpty ? value : nil
      } else {
        value.append(character)
      }
    }
    return nil
  }
}
