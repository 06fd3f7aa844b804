import HTTP

extension Criipto {
  /// The pages of an eID and of its app: a narrow box with wide buttons.
  static let boxStyle = HTML(
    markup: """
      main{max-width:29rem}
      .box h1{font-size:var(--size-5)}
      .wide,.wide>button,.wide>input,a.app{display:block;width:100%}
      .wide>button{margin:var(--gap-2) 0}
      a.app{padding:var(--gap-3);text-align:center;text-decoration:none;border-radius:var(--radius)}

      """)
}

extension CriiptoVerb {
  /// What the person presses for it.
  func button(_ label: String) -> HTML {
    let style: HTML? = self == .approve ? " class=\"first\"" : nil
    return
      "<button type=\"submit\"\(style) name=\"do\" value=\"\(rawValue)\" data-testid=\"\(rawValue)\">\(label)</button>"
  }
}
