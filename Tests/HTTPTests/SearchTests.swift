import HTTP
import Testing

@Suite struct `A search in texts and bytes` {
  @Test(arguments: [
    ("https://bank.example", "://", 5), ("aab", "ab", 1), ("abab", "ab", 0), ("a\r\nb", "\n", 2),
    ("ää", "ä", 0),
    ("abc", "", 0),
  ])
  func `finds the first place`(text: String, wanted: String, place: Int) throws {
    let range = try #require(text.firstRange(of: wanted))
    #expect(text.utf8.distance(from: text.startIndex, to: range.lowerBound) == place)
    #expect(text[range] == wanted[...])
    #expect(text.contains(wanted))
    #expect(Array(text.utf8).firstRange(of: Array(wanted.utf8))?.lowerBound == place)
  }

  @Test(arguments: [("", "a"), ("abc", "abcd"), ("aaab", "aac"), ("abc", "C")])
  func `finds nothing where it is not`(text: String, wanted: String) {
    #expect(text.firstRange(of: wanted) == nil)
    #expect(!text.contains(wanted))
    #expect(Array(text.utf8).firstRange(of: Array(wanted.utf8)) == nil)
  }

  @Test func `counts places of a part by the whole`() {
    let whole = "a=b&a=c"
    let part = whole.dropFirst(3)
    #expect(part.firstRange(of: "a=").map { whole[$0.upperBound...] } == "c")
    #expect(Array(whole.utf8)[3...].firstRange(of: Array("a=".utf8)) == 4..<6)
  }

  @Test(arguments: [("a b c", "+"), ("", "+"), (" ", "+"), ("aa", "+")])
  func `replaces every occurrence, and none in what it wrote`(text: String, other: String) {
    #expect(
      text.replacing(" ", with: other)
        == text.split(separator: " ", omittingEmptySubsequences: false).joined(separator: other))
    #expect("aaa".replacing("aa", with: "a") == "aa")
    #expect("abc".replacing("", with: "x") == "abc")
  }
}
