package import HTTP

/// Links to clauses of specifications, such as `RFC 7515 §4.1.4` or `OpenID Connect Core §9`.
package enum SpecificationLink {
  /// The URL of a clause as rules cite it; `nil` for an unknown specification.
  package static func url(_ clause: String) -> String? {
    guard let first = clause.split(separator: ",", maxSplits: 1).first,
      case let parts = first.split(separator: "§", maxSplits: 1), let name = parts.first?.trimmingBlanks()
    else { return nil }
    let section = parts.count == 2 ? parts[1].prefix { $0 != " " && $0 != ";" } : ""
    let words = name.split(separator: " ")
    if words.count >= 2, words[0] == "RFC", let number = Int(words[1]) {
      let anchor =
        switch (words.count, words.dropFirst(2).first) {
        case (2, _): section.isEmpty ? "" : "#section-\(section)"
        case (4, "Appendix"): "#appendix-\(words[3])"
        default: ""
        }
      return "https://www.rfc-editor.org/rfc/rfc\(number)\(anchor)"
    }
    guard let page = pages.first(where: { $0.name == name })?.url else { return nil }
    return page
  }

  private static let pages: [(name: Substring, url: String)] = [
    ("OpenID Connect Core", "https://openid.net/specs/openid-connect-core-1_0.html"),
    ("OpenID Connect Discovery", "https://openid.net/specs/openid-connect-discovery-1_0.html"),
    (
      "OpenID Connect CIBA Core",
      "https://openid.net/specs/openid-client-initiated-backchannel-authentication-core-1_0.html"
    ),
    ("OpenID Connect RP-Initiated Logout", "https://openid.net/specs/openid-connect-rpinitiated-1_0.html"),
    (
      "OAuth 2.0 Multiple Response Types",
      "https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html"
    ),
    (
      "OAuth 2.0 Form Post Response Mode",
      "https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html"
    ),
    ("Fetch standard", "https://fetch.spec.whatwg.org/#http-cors-protocol"),
    ("HTML standard", "https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies"),
  ]
}

extension Substring {
  fileprivate func trimmingBlanks() -> Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    return text.drop { $0 == " " }
  }
}

extension SpecificationLink {
  package static func clause(_ specification: String) -> HTML {
    "; \(link(specification, url(specification)))"
  }

  package static func link(_ text: String, _ url: String?) -> HTML {
    url.map { "<a href=\"\($0)\" rel=\"noreferrer\">\(text)</a>" } ?? "\(text)"
  }
}
