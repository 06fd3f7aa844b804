package import HTTP

/// A link from a provider's page to the fake handset, which shows the request, or opens what it is handed.
package struct PhoneLink: Sendable {
  private let url: String

  /// A link to the handset of the sandbox.
  ///
  /// - Parameters:
  ///   - base: where the provider is reached, without a slash at the end.
  ///   - provider: the provider's name in addresses.
  ///   - link: a launch link or the text of a QR code that the handset opens.
  package init(besides base: String, of provider: String, opening link: String? = nil) {
    let root = base.hasSuffix("/\(provider)") ? String(base.dropLast(provider.count + 1)) : base
    url = "\(root)/phone" + (link.map { "?open=\(PercentCoding.encode($0))" } ?? "")
  }

  /// The link around some content; every page opens it in the same window.
  package func around(_ content: HTML, mark: String = "open-phone") -> HTML {
    "<a href=\"\(url)\" target=\"eidolon-phone\" data-testid=\"\(mark)\">\(content)</a>"
  }

  /// The link in a line of its own.
  package var line: HTML { "<p>\(around("Emulator: show the phone"))</p>" }
}
