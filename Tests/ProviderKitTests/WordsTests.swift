import ProviderKit
import Testing

@Suite struct `The words of a text` {
  @Test func `follow a prefix`() {
    #expect("x:é".rest(after: "x:") == "é" && "x:".rest(after: "x:")?.isEmpty == true)
    #expect("x".rest(after: "x:") == nil && "y:1".rest(after: "x:") == nil)
  }

  @Test(
    arguments: [
      ("", []), (" ", []), ("a", ["a"]), ("openid", ["openid"]), ("a b", ["a", "b"]),
      ("  a   bé c ", ["a", "bé", "c"]),
    ] as [(String, [String])]) func `are parted by blanks`(text: String, words: [String])
  {
    #expect(text.words == words)
  }

  @Test(
    arguments: [
      ("", []), ("x", []), ("x:", [""]), ("x:1", ["1"]), ("y:1 x:2 x:3", ["2", "3"]), ("xx:1", []),
      ("x :1", []), (" x:é  x", ["é"]), ("x x:1", ["1"]), ("x:x:1", ["x:1"]),
    ] as [(String, [String])]) func `that begin with a prefix are found without it`(
      text: String, rests: [String]
    )
  { #expect(text.wordRests(after: "x:") == rests) }
}
