import Flow
import HTTP

/// The icons of the waiting page: three are shown, one is orange, and the person taps the same one in the app (§1.5).
enum SecurityIcon: String, CaseIterable, Sendable {
  case circle, square, triangle, diamond, star, heart, drop, cross

  /// The three icons of a login; `chosen` is the index of the orange one.
  static func choice<Login: AppLogin>(of login: Transaction<Login>, _ environment: Environment) -> (
    icons: [SecurityIcon], chosen: Int
  ) {
    let bytes = environment.bytes(4, ordinal: login.ordinal, purpose: "itsme/icons")
    var rest = allCases
    let icons = (0..<3).map { rest.remove(at: Int(bytes[$0]) % rest.count) }
    return (icons, Int(bytes[3]) % 3)
  }

  /// - Parameter name: in the language of the page.
  func picture(_ name: String) -> HTML {
    """
    <svg viewBox="0 0 24 24" role="img" aria-label="\(name)" data-icon="\(rawValue)"><path d="\(outline)"/></svg>
    """
  }

  /// Beside its name.
  var decoration: HTML {
    """
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="\(outline)"/></svg>
    """
  }

  /// The `d` of an SVG path.
  var outline: String {
    switch self {
    case .circle: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z"
    case .square: "M4 4h16v16H4z"
    case .triangle: "M12 3l10 18H2z"
    case .diamond: "M12 2l9 10l-9 10l-9-10z"
    case .star: "M12 2l3 7h7l-5.500 4.500l2 7.500l-6.500-4.500l-6.500 4.500l2-7.500L2 9h7z"
    case .heart: "M12 21C5 15 2 12 2 8a5 5 0 0 1 10-1a5 5 0 0 1 10 1c0 4-3 7-10 13z"
    case .drop: "M12 2c4 6 6 9 6 12a6 6 0 0 1-12 0c0-3 2-6 6-12z"
    case .cross: "M9 3h6v6h6v6h-6v6H9v-6H3V9h6z"
    }
  }
}
