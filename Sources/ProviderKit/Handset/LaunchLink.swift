package import HTTP

/// What opens an app: a link that a person follows, or the text of a QR code.
///
///     https://app.bankid.com/?autostarttoken=…      a universal link
///     bankid:///?autostarttoken=…                   a scheme of the app's own
///     bankid.67df3917-….0.dc69358e…                 the text of a QR code
package struct LaunchLink: Sendable {
  /// As it was followed, pasted or scanned, without surrounding blanks.
  package let text: String
  /// In lower case; empty for a text that is not a URL.
  package let scheme: String
  /// In lower case, without a port.
  package let host: String
  package let path: String
  /// Without `?`.
  package let rawQuery: String
  /// Empty if the query is malformed.
  package let query: Form

  package init(_ text: String) {
    let trimmed = text.drop { $0.isWhitespace }
    let end = trimmed.lastIndex { !$0.isWhitespace }
    self.text = end.map { String(trimmed[...$0]) } ?? ""
    guard let colon = self.text.firstRange(of: "://") else {
      (scheme, host, path, rawQuery, query) = ("", "", "", "", Form())
      return
    }
    scheme = self.text[..<colon.lowerBound].lowercased()
    let rest = self.text[colon.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let afterUser = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    host = String(Address.host(of: String(afterUser))).lowercased()
    let target = rest[authority.endIndex...]
    path = String(target.prefix { $0 != "?" })
    rawQuery = target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } ?? ""
    query = (try? Form(parsing: rawQuery)) ?? Form()
  }

  /// True for one of these hosts or a subdomain.
  package func isAt(_ names: [String]) -> Bool {
    names.contains { host == $0 || host.hasSuffix(".\($0)") }
  }

  /// The path below the provider's mount, or at its virtual host; `nil` if the link leads elsewhere.
  package func path(below provider: String) -> String? {
    guard scheme == "http" || scheme == "https" else { return nil }
    if let mount = path.firstRange(of: "/\(provider)/") {
      return String(path[path.index(before: mount.upperBound)...])
    }
    let label = host.prefix { $0 != "." }
    return label == provider || label.hasSuffix("--\(provider)") ? path : nil
  }
}
