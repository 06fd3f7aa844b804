/// A media type with parameters, for example `application/json; charset=utf-8` (RFC 9110 §8.3.1).
package struct MediaType: Sendable, Hashable {
  /// Before the slash, in lower case.
  package let type: String
  /// After the slash, in lower case.
  package let subtype: String
  private let parameters: [Parameter]

  private struct Parameter: Sendable, Hashable {
    let name: String
    let value: String
  }

  /// Reads a `Content-Type` value or one member of `Accept`; nil if malformed.
  package init?(_ text: String) {
    var parts = QuotedList.split(text, at: UInt8(ascii: ";"))[...]
    guard let essence = parts.popFirst(), let slash = essence.utf8.firstIndex(of: UInt8(ascii: "/")) else {
      return nil
    }
    type = essence[..<slash].lowercased()
    subtype = essence[essence.utf8.index(after: slash)...].lowercased()
    // No name has a second slash.
    guard Headers.isName(type), Headers.isName(subtype) else { return nil }
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

  /// The value of a parameter without its quotes; `name` is in lower case.
  package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Type and subtype without parameters.
  package var essence: String { "\(type)/\(subtype)" }

  /// True for `application/json` and `+json` subtypes (RFC 6839 §3.1).
  package var isJSON: Bool { isApplication("json") || subtype.hasSuffix("+json") }

  /// True for `application/x-www-form-urlencoded`.
  package var isForm: Bool { isApplication("x-www-form-urlencoded") }

  private func isApplication(_ subtype: String) -> Bool { self.subtype == subtype && type == "application" }
}

extension Request {
  /// Nil if none or a malformed one is declared.
  package var contentType: MediaType? { headers["Content-Type"].flatMap(MediaType.init) }

  package var isJSON: Bool { contentType?.isJSON == true }

  package var isForm: Bool { contentType?.isForm == true }

  /// Query and content, where they are well-formed.
  package var forms: [Form] { [try? target.query, try? form].compactMap { $0 } }

  /// The content as a form; throws unless it is declared as one.
  package var form: Form {
    get throws(Form.Problem) {
      guard isForm else { throw .notAForm(contentType: headers["Content-Type"]) }
      return try Form(parsing: body)
    }
  }
}
