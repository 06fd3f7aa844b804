/// A media type with parameters, for example `application/json; charset=utf-8` (RFC 9110 §8.3.1).
public struct MediaType: Sendable, Hashable {
  /// The type before the slash, in small letters.
  public let type: String
  /// The subtype behind the slash, in small letters.
  public let subtype: String
  private let parameters: [Parameter]

  private struct Parameter: Sendable, Hashable {
    let name: String
    let value: String
  }

  /// Reads a `Content-Type` value or one member of `Accept`; nil if it is not of the grammar.
  public init?(_ text: String) {
    if let slash = Self.slash(ofPlain: text) {
      type = String(text[..<slash])
      subtype = String(text[text.utf8.index(after: slash)...])
      parameters = []
      return
    }
    var parts = QuotedList.split(text, at: UInt8(ascii: ";"))[...]
    guard let essence = parts.popFirst() else { return nil }
    let names = essence.split(separator: "/", omittingEmptySubsequences: false)
    guard names.count == 2, names.allSatisfy({ Headers.isName(String($0)) }) else { return nil }
    type = names[0].lowercased()
    subtype = names[1].lowercased()
    var parameters: [Parameter] = []
    // Empty parameters (`text/html;`) are part of the grammar.
    for part in parts where !part.isEmpty {
      guard let equals = part.firstIndex(of: "=") else { return nil }
      let name = String(part[..<equals])
      guard Headers.isName(name), let value = QuotedList.unquote(part[part.index(after: equals)...]) else {
        return nil
      }
      parameters.append(Parameter(name: name.lowercased(), value: value))
    }
    self.parameters = parameters
  }

  /// The place of the slash where there is nothing but type and subtype in small letters, as in most messages.
  private static func slash(ofPlain text: String) -> String.Index? {
    let bytes = text.utf8.span
    var slash: Int?
    for place in bytes.indices {
      let byte = bytes[place]
      if byte == UInt8(ascii: "/"), slash == nil {
        slash = place
      } else if !byte.isTokenCharacter || byte != byte.lowercased {
        return nil
      }
    }
    guard let slash, slash > 0, slash < bytes.count - 1 else { return nil }
    return text.utf8.index(text.startIndex, offsetBy: slash)
  }

  /// The value of a parameter, its quotes taken off; `name` in small letters.
  public subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Type and subtype without parameters.
  public var essence: String { "\(type)/\(subtype)" }

  /// Whether the content is JSON: `application/json` or a `+json` subtype (RFC 6839 §3.1).
  public var isJSON: Bool { isApplication("json") || subtype.hasSuffix("+json") }

  /// Whether the content is a form in a query's syntax.
  public var isForm: Bool { isApplication("x-www-form-urlencoded") }

  private func isApplication(_ subtype: String) -> Bool { self.subtype == subtype && type == "application" }
}

extension Request {
  /// The media type of the content; nil if none or a malformed one is declared.
  public var contentType: MediaType? { headers["Content-Type"].flatMap(MediaType.init) }

  /// Whether the content is declared as JSON.
  public var isJSON: Bool {
    // What nearly all clients write needs no grammar.
    if let value = headers.bytes("Content-Type"), value.spells("application/json") { return true }
    return contentType?.isJSON == true
  }

  /// Whether the content is declared as a form in a query's syntax.
  public var isForm: Bool {
    guard let value = headers.bytes("Content-Type") else { return false }
    if value.spells("application/x-www-form-urlencoded") { return true }
    return !value.spells("application/json") && contentType?.isForm == true
  }

  /// The form in the content; it must be declared as one.
  public var form: Form {
    get throws(Form.Problem) {
      guard isForm else { throw .notAForm(contentType: headers["Content-Type"]) }
      return try Form(parsing: body)
    }
  }
}
