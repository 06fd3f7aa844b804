package import HTTP

/// A link from a provider's page to the fake phone.
package struct PhoneLink: Sendable {
  private let url: String

  /// - Parameters:
  ///   - base: the provider's URL, without a slash at the end.
  ///   - provider: the provider's name in addresses.
  ///   - link: a launch link or the text of a QR code for the phone to open.
  package init(besides base: String, of provider: String, opening link: String? = nil) {
    let root = base.hasSuffix("/\(provider)") ? String(base.dropLast(provider.count + 1)) : base
    url = "\(root)/phone" + (link.map { "?open=\(PercentCoding.encode($0))" } ?? "")
  }

  /// All pages open it in the same window.
  package func around(_ content: HTML, mark: String = "open-phone") -> HTML {
    "<a href=\"\(url)\" target=\"eidolon-phone\" data-testid=\"\(mark)\">\(content)</a>"
  }

  /// A paragraph with the link.
  package var line: HTML { "<p>\(around("Emulator: show the phone"))</p>" }
}
