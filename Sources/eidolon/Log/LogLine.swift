import Flow
import JSON
import ProviderKit

/// The forms of the log.
enum LogForm: String, CaseIterable, Sendable {
  /// For people: time, level, provider, message, fields.
  case text
  /// For programs: one JSON object a line.
  case json
}

/// How an event looks in the log.
struct LogLine {
  let form: LogForm
  let isColoured: Bool

  /// Adds the line of an event, with its end, to what is to be written.
  func append(_ event: LogEvent, at time: Instant, to bytes: inout [UInt8]) {
    switch form {
    case .text: append(plain: event, time, to: &bytes)
    case .json: bytes.append(contentsOf: object(event, time).bytes())
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private func append(plain event: LogEvent, _ time: Instant, to bytes: inout [UInt8]) {
    colour(.faint, &bytes) { time.write(to: &$0) }
    bytes.append(0x20)
    colour(colour(of: event.level), &bytes) { $0.append(bytesOf: level(event.level)) }
    if !event.provider.isEmpty {
      bytes.append(0x20)
      LogText.append(event.provider, to: &bytes)
    }
    bytes.append(0x20)
    LogText.append(event.message, to: &bytes)
    for field in event.fields { append(field.name, field.value, to: &bytes) }
    if let transaction = event.transaction { append("transaction", transaction, to: &bytes) }
  }

  private func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
    bytes.append(0x20)
    colour(.faint, &bytes) {
      LogText.append(name, to: &$0)
      $0.append(UInt8(ascii: "="))
    }
    LogText.append(value: value, to: &bytes)
  }

  /// Levels of one width, so that what follows stands in one column.
  private func level(_ level: LogEvent.Level) -> String {
    switch level {
    case .info: "info   "
    case .warning: "warning"
    case .error: "error  "
    }
  }

  private func object(_ event: LogEvent, _ time: Instant) -> JSON {
    var object: JSONObject = ["time": .string(time.text), "level": .string(event.level.rawValue)]
    if !event.provider.isEmpty { object["provider"] = .string(event.provider) }
    object["message"] = .string(event.message)
    let transaction = event.transaction.map { [(name: "transaction", value: $0)] } ?? []
    for field in event.fields + transaction {
      // A field must not replace what every line has, nor another field.
      var name = field.name
      while object[name] != nil { name += "_" }
      object[name] = .string(field.value)
    }
    return .object(object)
  }

  // MARK: Colour

  private enum Colour: String {
    case faint = "2"
    case yellow = "33"
    case red = "31"
  }

  private func colour(of level: LogEvent.Level) -> Colour? {
    switch level {
    case .info: nil
    case .warning: .yellow
    case .error: .red
    }
  }

  /// What is written in a colour, where there are colours.
  private func colour(_ colour: Colour?, _ bytes: inout [UInt8], _ write: (inout [UInt8]) -> Void) {
    guard isColoured, let colour else { return write(&bytes) }
    bytes.append(contentsOf: "\u{1B}[\(colour.rawValue)m".utf8)
    write(&bytes)
    bytes.append(contentsOf: "\u{1B}[0m".utf8)
  }
}

/// Texts that came from outside, made harmless for a line of the log.
enum LogText {
  /// Adds `escaped` of a text.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(bytesOf: isVisible(text.utf8.span) ? text : escaped(text))
  }

  /// Adds `value` of a text.
  static func append(value text: String, to bytes: inout [UInt8]) {
    bytes.append(bytesOf: isWord(text.utf8.span) ? text : value(text))
  }

  /// The text with everything escaped that could end the line, move the cursor or turn the writing direction.
  static func escaped(_ text: String) -> String {
    guard !isHarmless(text) else { return text }
    var safe = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": safe += "\\n"
      case "\r": safe += "\\r"
      case "\t": safe += "\\t"
      case _ where isDangerous(scalar): safe += "\\u{\(String(scalar.value, radix: 16))}"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// A field's value: in quotation marks where it would not be told from what stands beside it.
  static func value(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy {
        $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
          && $0 != UInt8(ascii: "=")
      } && isHarmless(text)
    guard !isPlain else { return text }
    var quoted = ""
    for character in text {
      if character == "\"" || character == "\\" { quoted += "\\" }
      quoted.append(character)
    }
    return "\"\(escaped(quoted))\""
  }

  private static func isHarmless(_ text: String) -> Bool {
    // Nearly all texts are ASCII, and bytes are looked at faster than characters.
    isVisible(text.utf8.span) || !text.unicodeScalars.contains(where: isDangerous)
  }

  /// Whether a value stands as it is: visible ASCII without blank, quotation mark, backslash or equals sign.
  private static func isWord(_ bytes: Span<UInt8>) -> Bool {
    for place in bytes.indices {
      switch bytes[place] {
      case 0...0x20, 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "="): return false
      default: break
      }
    }
    return !bytes.isEmpty
  }

  private static func isVisible(_ bytes: Span<UInt8>) -> Bool {
    for place in bytes.indices where bytes[place] < 0x20 || bytes[place] >= 0x7F { return false }
    return true
  }

  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // Control and format characters (the bidirectional ones among them), separators of lines, and what is no character.
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
    default: false
    }
  }
}

extension [UInt8] {
  /// Adds the UTF-8 of a text in one piece.
  fileprivate mutating func append(bytesOf text: String) {
    unsafe text.utf8.span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
