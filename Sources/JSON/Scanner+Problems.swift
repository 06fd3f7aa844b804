// Messages for text that breaks the grammar. Speed does not matter here; a clear message does.

extension Scanner {
  /// A problem at that position, or else at `offset`.
  func problem(_ message: String, at position: JSONPosition? = nil) -> JSONProblem {
    JSONProblem(position: position ?? self.position, message: message)
  }

  func textAfterValue() -> JSONProblem {
    comment() ?? problem("text after the end of the value")
  }

  /// A value is expected at `offset`, but none begins there.
  func noValue(wordEnd: Int) -> JSONProblem {
    if let comment = comment() { return comment }
    if wordEnd > offset {
      let word = String(decoding: bytes[offset..<wordEnd], as: UTF8.self)
      let hint = nearest(word, in: ["true", "false", "null"]).map { "; did you mean \($0)?" } ?? ""
      return problem("\(JSONProblem.quoted(word)) is not a JSON value\(hint)")
    }
    return switch next {
    case UInt8(ascii: "'"): problem("a string is written in double quotes")
    case UInt8(ascii: "+"): problem("a number has no leading plus sign")
    case UInt8(ascii: "."): problem("expected a digit before the decimal point")
    case UInt8(ascii: ","): problem("expected a value before the comma")
    default: problem("expected a value, found \(found())")
    }
  }

  /// The digits run on into something that is not a number, as in `0x10` and `1_000`.
  func noNumber() -> JSONProblem {
    var end = offset
    while end < bytes.count,
      isWordByte(bytes[end]) || bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "+")
    {
      end += 1
    }
    return problem(
      "\(JSONProblem.quoted(String(decoding: bytes[offset..<end], as: UTF8.self))) is not a JSON number")
  }

  func noName(objectOpenedAt start: JSONPosition) -> JSONProblem {
    if let comment = comment() { return comment }
    if offset == bytes.count { return problem("the text ends inside the object opened at \(start)") }
    if next == UInt8(ascii: "'") || endOfWord(from: offset) > offset {
      return problem("a member name is written in double quotes")
    }
    return problem("expected a member name, found \(found())")
  }

  func noColon(after name: String) -> JSONProblem {
    comment()
      ?? problem("expected a colon after the member name \(JSONProblem.quoted(name)), found \(found())")
  }

  /// A comma or the closing bracket is expected after an element or member.
  func notClosed(_ kind: String, openedAt start: JSONPosition, lastEndedAt end: JSONPosition) -> JSONProblem {
    if let comment = comment() { return comment }
    if offset == bytes.count { return problem("the text ends inside the \(kind) opened at \(start)") }
    switch next {
    case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"), UInt8(ascii: ";"), 0..<0x20, 0x7F...:
      let closing = kind == "array" ? "]" : "}"
      return problem(
        "expected a comma or \"\(closing)\" for the \(kind) opened at \(start), found \(found())")
    default:
      // What follows was meant as the next value, so the mistake is where the last one ended.
      return problem("missing comma", at: end)
    }
  }

  func badEscape() -> JSONProblem {
    var after = self
    after.offset += 1
    guard after.offset < bytes.count else { return problem("the text ends inside a string") }
    let byte = after.next
    guard 0x21..<0x7F ~= byte else {
      return problem("a backslash followed by \(after.found()) is not an escape")
    }
    return problem("\\\(Character(Unicode.Scalar(byte))) is not an escape of JSON")
  }

  /// An unescaped control character in a string.
  func controlCharacter(_ byte: UInt8) -> JSONProblem {
    let code = hexadecimal(UInt32(byte), digits: 4)
    let escape =
      switch byte {
      case 0x08: "\\b"
      case 0x09: "\\t"
      case 0x0C: "\\f"
      default: "\\u\(code)"
      }
    return problem("control character U+\(code) in a string; write \(escape)")
  }

  /// A comment, the extension that people try most.
  private func comment() -> JSONProblem? {
    let after = offset + 1 < bytes.count ? bytes[offset + 1] : 0
    let isComment =
      next == UInt8(ascii: "#")
      || next == UInt8(ascii: "/") && (after == UInt8(ascii: "/") || after == UInt8(ascii: "*"))
    return isComment ? problem("JSON has no comments") : nil
  }

  /// What is at `offset`, as messages call it.
  func found() -> String {
    guard offset < bytes.count else { return "the end of the text" }
    let byte = bytes[offset]
    switch byte {
    case UInt8(ascii: "\""): return "a string"
    case 0x20..<0x7F: return "\"\(Character(Unicode.Scalar(byte)))\""
    case 0..<0x80: return "U+\(hexadecimal(UInt32(byte), digits: 4))"
    default:
      guard let length = multibyteLength(at: offset) else {
        return "byte 0x\(hexadecimal(UInt32(byte), digits: 2)), which is not valid UTF-8"
      }
      let scalar = String(decoding: bytes[offset..<offset + length], as: UTF8.self).unicodeScalars.first
      return "U+\(hexadecimal(scalar?.value ?? 0, digits: 4))"
    }
  }

  // MARK: Words

  /// The index after the letters, digits and underscores that start there.
  func endOfWord(from start: Int) -> Int {
    var end = start
    while end < bytes.count, isWordByte(bytes[end]), bytes[end] != UInt8(ascii: ".") { end += 1 }
    return end
  }

  func isWord(_ word: StaticString, endingAt end: Int) -> Bool {
    end - offset == word.utf8CodeUnitCount && bytes[offset..<end].elementsEqual("\(word)".utf8)
  }
}

/// Letters, digits, underscore and point: right after a number they are meant as part of it.
func isWordByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
    true
  default: false
  }
}
