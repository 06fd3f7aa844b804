import HTTP

/// What a user agent without script needs of a page.
package struct Page: Sendable, Hashable {
  package internal(set) var title = ""
  /// The visible text, with single blanks.
  package internal(set) var text = ""
  /// Where the page redirects by itself.
  package internal(set) var refresh: Refresh?
  package internal(set) var forms: [PageForm] = []
  /// True if a script or a handler submits a form.
  var submitsByScript = false

  package struct Refresh: Sendable, Hashable {
    package let seconds: Int
    /// `nil` for the page itself.
    package let url: String?
  }

  /// The form that a browser with script would submit by itself.
  package var ownForm: PageForm? {
    // If the page also reloads itself, its script submits something later.
    if submitsByScript, refresh == nil { return forms.first { !$0.isEmpty } ?? forms.first }
    let waiting = forms.filter { $0.isForScriptless || $0.carriesAnswer }
    return forms.count == 1 ? waiting.first : waiting.first { $0.isForScriptless }
  }
}

package struct PageForm: Sendable, Hashable {
  /// As written; empty for the page's own address.
  var action = ""
  var isPost = false
  package internal(set) var fields: [Field] = []
  /// True if a person would have to fill something in.
  var isAsking = false
  /// True for a form meant for browsers without script.
  var isForScriptless = false

  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  fileprivate var isEmpty: Bool { fields.isEmpty }

  /// True if it carries the response of an authorization server or of SAML and has no fields to fill in.
  fileprivate var carriesAnswer: Bool {
    !isAsking && isPost
      && fields.contains { ["code", "id_token", "error", "response", "SAMLResponse"].contains($0.name) }
  }
}

extension Page {
  /// Reads the value of a `Refresh` field or of its `meta`: `5; url=/next`.
  static func refresh(_ text: String) -> Refresh? {
    let digits = text.drop { $0 == " " }.prefix { $0.isNumber }
    guard let seconds = Int(digits) else { return nil }
    guard let sign = text.firstIndex(of: "="),
      text[..<sign].lowercased().contains("url")
    else { return Refresh(seconds: seconds, url: nil) }
    let url = text[text.index(after: sign)...].drop { $0 == " " }
    let bare = url.drop { $0 == "'" || $0 == "\"" }
    return Refresh(seconds: seconds, url: String(bare.prefix { $0 != "'" && $0 != "\"" }))
  }
}
