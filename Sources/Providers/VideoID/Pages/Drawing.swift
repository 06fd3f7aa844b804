import HTTP

extension CapturePhase {
  /// What the camera of the page sees, drawn in the page's colors.
  func drawing(isPassport: Bool) -> HTML {
    let (words, size, content): (String, String, HTML) =
      switch self {
      case .front where isPassport: ("the page of a fictional passport", "342 240", Drawing.passport)
      case .front: ("the front of a fictional document", "342 216", Drawing.front)
      case .back: ("the back of a fictional document", "342 216", Drawing.back)
      case .face: ("a drawn face", "160 160", Drawing.face)
      }
    return """
      <svg class="drawn\(self == .face ? " face" : "")" viewBox="0 0 \(size)" role="img" aria-label="\(words)">\(content)</svg>
      """
  }
}

private enum Drawing {
  static let front: HTML = """
    \(card)\(portrait)<path class="text" d="M22 28h150M130 62h186M130 92h140M130 122h164M130 152h110M22 190h298"/>
    """

  static let back: HTML = """
    \(card)<path class="text" d="M22 34h298M22 64h180M22 94h220"/>\
    <path class="code" d="M18 136h306M18 162h306M18 188h306"/>
    """

  static let passport: HTML = """
    <rect class="paper" x="1" y="1" width="340" height="238" rx="12"/>\(portrait)\
    <path class="text" d="M22 28h150M130 62h186M130 92h140M130 122h164M130 152h110"/>\
    <path class="code" d="M18 194h306M18 216h306"/>
    """

  static let face: HTML = """
    <circle class="tint" cx="80" cy="80" r="78"/><circle class="shape" cx="80" cy="64" r="30"/>\
    <path class="shape" d="M30 138a50 42 0 0 1 100 0a78 78 0 0 1-100 0z"/>
    """

  private static let card: HTML = """
    <rect class="paper" x="1" y="1" width="340" height="214" rx="12"/>
    """

  private static let portrait: HTML = """
    <rect class="tint" x="16" y="48" width="92" height="118" rx="6"/><circle class="shape" cx="62" cy="94" r="22"/>\
    <path class="shape" d="M24 166a38 40 0 0 1 76 0z"/>
    """
}
