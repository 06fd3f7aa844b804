import HTTP
import Testing

@testable import ProviderKit

@Suite struct `Foreign text` {
  @Test func `is isolated, and cut with the whole in the title`() {
    #expect(HTML.foreign("a<b").text == "<bdi>a&lt;b</bdi>")
    #expect(HTML.foreign("abcdef", atMost: 4).text == "<bdi title=\"abcdef\">abc…</bdi>")
  }

  /// Unicode Standard Annex #9, BD9: an isolate ends at the next PDI that matches none within.
  @Test(arguments: [
    ("plain", "", ""),
    ("\u{202E}turned", "", ""),
    ("\u{2067}a\u{2069}", "", ""),
    ("\u{202E}\u{2066} open", "", "\u{2069}"),
    ("closes \u{2069}\u{202E} too much", "\u{2068}", ""),
    ("\u{2069}\u{2067}", "\u{2068}", "\u{2069}"),
  ]) func `cannot turn what stands beside it, whatever controls it has`(
    text: String, before: String, after: String
  ) {
    #expect(HTML.foreign(text).text == "\(before)<bdi>\(text)</bdi>\(after)")
  }
}
