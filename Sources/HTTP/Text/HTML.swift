/// Markup in which every interpolated value is escaped unless it is `HTML` already.
///
/// `let page: HTML = "<p>\(name)</p>"` is safe whatever the name.
///
/// Escaping is for element content and quoted attribute values; not for scripts, styles or the scheme of a
/// link.
package struct HTML: Sendable, Hashable {
  package let text: String

  /// Takes markup as it is; for assets, never for input.
  package init(markup: String) { text = markup }

  package init(_ pieces: some Sequence<HTML>, separator: String = "") {
    text = pieces.map(\.text).joined(separator: separator)
  }

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
  package init(stringLiteral value: String) { text = value }

  package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  package struct Interpolation: StringInterpolationProtocol {
    var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ markup: HTML) { text += markup.text }

    package mutating func appendInterpolation(_ markup: HTML?) { text += markup?.text ?? "" }

    package mutating func appendInterpolation(_ markup: [HTML]) {
      for piece in markup { text += piece.text }
    }

    package mutating func appendInterpolation(_ value: some StringProtocol) {
      text += HTML(escaping: value).text
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += HTML(escaping: value.description).text
    }
  }
}

extension HTML: CustomStringConvertible {
  package var description: String { text }
}
