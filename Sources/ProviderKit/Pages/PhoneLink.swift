package import HTTP

/// A link from a provider's page to the fake phone.
package struct PhoneLink: Sendable {
  private let url: String

  /// - Parameters:
  ///   - base: the provider's URL, without a slash at the end.
  ///   - provider: the provider's name in addresses.
  ///   - link: a launch link or the text of a QR code for the phone to open.
  package init(besides base: String, of provider: String, opening link: String? = nil) {
    url = "\(Self.home(of: base, provider))/phone" + (link.map { "?open=\(PercentCoding.encode($0))" } ?? "")
  }

  /// The sandbox's URL, from that of a provider.
  package static func home(of base: String, _ provider: String) -> String {
    base.hasSuffix("/\(provider)") ? String(base.dropLast(provider.count + 1)) : base
  }

  /// The command that opens a launch link, or the text of a QR code, on the phone of a sandbox.
  package static func opening(_ link: String, at home: String) -> String {
    "curl \(home)/_eidolon/phone/open -H 'Content-Type: application/json' -d '{\"link\": \"\(link)\"}'"
  }

  /// All pages open it in the same window.
  package func around(_ content: HTML, mark: String = "open-phone") -> HTML {
    "<a href=\"\(url)\" target=\"eidolon-phone\" data-testid=\"\(mark)\">\(content)</a>"
  }

  /// A paragraph with the link, for the strip of what belongs to the emulator.
  package var line: HTML { "<p>\(around("Show the phone"))</p>" }

  /// The strip of a page on which nothing else belongs to the emulator.
  package var strip: HTML { strip(saying: "") }

  /// The strip of such a page, with a sentence before the link.
  package func strip(saying sentence: HTML) -> HTML {
    """
    <p class="emulator" data-testid="emulator">Emulator: \(sentence) \(around("Show the phone"))</p>
    """
  }
}
