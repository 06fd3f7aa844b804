import Flow
import JSON
import ProviderKit

enum LogForm: String, CaseIterable, Sendable {
  /// For people: time, level, provider, message, fields.
  case text
  /// For programs: one JSON object per line.
  case json
}

/// Formats the events of the log.
struct LogLine {
  let form: LogForm
  let isColoured: Bool

  /// Ends with the line break.
  func text(_ event: LogEvent, at time: Instant) -> String {
    switch form {
    case .text: plain(event, time) + "\n"
    case .json: String(decoding: object(event, time).bytes(), as: UTF8.self) + "\n"
    }
  }

  private func plain(_ event: LogEvent, _ time: Instant) -> String {
    var line = coloured(time.text, .faint)
    line.reserveCapacity(256)
    func add(_ part: String) {
      line += " "
      line += part
    }
    add(coloured(level(event.level), colour(of: event.level)))
    if !event.provider.isEmpty { add(LogText.escaped(event.provider)) }
    add(LogText.escaped(event.message))
    for field in event.allFields {
      add(coloured("\(LogText.escaped(field.name))=", .faint))
      line += LogText.value(field.value)
    }
    return line
  }

  /// Levels have the same width, so that what follows is aligned.
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
    for field in event.allFields {
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

  private func coloured(_ text: String, _ colour: Colour?) -> String {
    guard isColoured, let colour else { return text }
    return "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
  }
}

extension LogEvent {
  /// The fields, followed by the sandbox where it is not the root, and the transaction.
  fileprivate var allFields: [(name: String, value: String)] {
    var all = fields
    if !sandbox.isEmpty { all.append(("sandbox", sandbox)) }
    if let transaction { all.append(("transaction", transaction)) }
    return all
  }
}

/// Makes texts from outside harmless for a line of the log.
enum LogText {
  /// Escapes whatever could end the line, move the cursor or turn the writing direction.
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

  /// Quotes a field's value if it would be ambiguous without.
  static func value(_ text: String) -> String {
    let needsQuotes = text.isEmpty || text.utf8.contains(where: isMark) || !isHarmless(text)
    guard needsQuotes else { return text }
    var quoted = ""
    for character in text {
      if character == "\"" || character == "\\" { quoted += "\\" }
      quoted.append(character)
    }
    return "\"\(escaped(quoted))\""
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "="): true
    default: false
    }
  }

  private static func isHarmless(_ text: String) -> Bool {
    // Nearly all texts are ASCII, which needs no look-up of each scalar's properties.
    isPrintableASCII(text.utf8.span) || !text.unicodeScalars.contains(where: isDangerous)
  }

  private static func isPrintableASCII(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where !(0x20..<0x7F ~= bytes[index]) { return false }
    return true
  }

  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // Control and format characters (including the bidirectional ones), line separators, and what is not a character.
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
    default: false
    }
  }
}
