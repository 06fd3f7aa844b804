/// Markup.
///
/// Every interpolated value is escaped unless it is `HTML` already: `let page: HTML = "<p>\(name)</p>"` is
/// safe whatever the name.
///
/// Escaping fits element content and quoted attribute values; not scripts, styles or the scheme of a link.
package struct HTML: Sendable, Hashable {
  /// The markup as text.
  package let text: String

  /// Takes markup as it is; for assets, never for input.
  package init(markup: String) { text = markup }

  /// Joins pieces, with `separator` between them.
  package init(_ pieces: some Sequence<HTML>, separator: String = "") {
    text = pieces.map(\.text).joined(separator: separator)
  }

  /// Text as markup that shows it.
  package init(escaping value: some StringProtocol) {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(value.utf8.count)
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "&"): escaped.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): escaped.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): escaped.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): escaped.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'"): escaped.append(contentsOf: "&#39;".utf8)
      default: escaped.append(byte)
      }
    }
    text = String(decoding: escaped, as: UTF8.self)
  }
}

extension HTML: ExpressibleByStringInterpolation {
  /// Literal markup.
  package init(stringLiteral value: String) { text = value }

  /// Literal markup with values in it.
  package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  /// Collects the pieces of a literal.
  package struct Interpolation: StringInterpolationProtocol {
    var text = ""

    /// Starts a literal of about this size.
    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    /// Adds markup of the program.
    package mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds markup.
    package mutating func appendInterpolation(_ markup: HTML) { text += markup.text }

    /// Adds markup, or nothing.
    package mutating func appendInterpolation(_ markup: HTML?) { text += markup?.text ?? "" }

    /// Adds pieces of markup one behind the other.
    package mutating func appendInterpolation(_ markup: [HTML]) {
      for piece in markup { text += piece.text }
    }

    /// Adds a text, escaped.
    package mutating func appendInterpolation(_ value: some StringProtocol) {
      text += HTML(escaping: value).text
    }

    /// Adds any other value's description, escaped.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += HTML(escaping: value.description).text
    }
  }
}

extension HTML: CustomStringConvertible {
  /// The markup as text.
  package var description: String { text }
}
