/// A media type with parameters, for example `application/json; charset=utf-8` (RFC 9110 §8.3.1).
package struct MediaType: Sendable, Hashable {
  /// The type before the slash, in small letters.
  package let type: String
  /// The subtype behind the slash, in small letters.
  package let subtype: String
  private let parameters: [Parameter]

  private struct Parameter: Sendable, Hashable {
    let name: String
    let value: String
  }

  /// Reads a `Content-Type` value or one member of `Accept`; nil if it is not of the grammar.
  package init?(_ text: String) {
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

  /// The value of a parameter, its quotes taken off; `name` in small letters.
  package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Type and subtype without parameters.
  package var essence: String { "\(type)/\(subtype)" }

  /// True if the content is JSON: `application/json` or a `+json` subtype (RFC 6839 §3.1).
  package var isJSON: Bool { isApplication("json") || subtype.hasSuffix("+json") }

  /// True if the content is a form in a query's syntax.
  package var isForm: Bool { isApplication("x-www-form-urlencoded") }

  private func isApplication(_ subtype: String) -> Bool { self.subtype == subtype && type == "application" }
}

extension Request {
  /// The media type of the content; nil if none or a malformed one is declared.
  package var contentType: MediaType? { headers["Content-Type"].flatMap(MediaType.init) }

  /// True if the content is declared as JSON.
  package var isJSON: Bool { contentType?.isJSON == true }

  /// True if the content is declared as a form in a query's syntax.
  package var isForm: Bool { contentType?.isForm == true }

  /// The form in the content; it must be declared as one.
  package var form: Form {
    get throws(Form.Problem) {
      guard isForm else { throw .notAForm(contentType: headers["Content-Type"]) }
      return try Form(parsing: body)
    }
  }
}
