import Testing

@testable import Flow

@Suite struct `A condition` {
  @Test func `on a value holds of exactly that value`() {
    let condition = Condition("prompt", .equals("login"))
    #expect(condition.holds(of: "login"))
    #expect(
      !condition.holds(of: "Login") && !condition.holds(of: "login consent") && !condition.holds(of: ""))
    #expect(!condition.holds(of: nil))
    #expect(Condition("prompt", .equals("")).holds(of: ""))
    #expect(!Condition("prompt", .equals("")).holds(of: nil))
  }

  @Test func `on presence asks only whether the parameter was sent`() {
    #expect(Condition("state", .present(true)).holds(of: ""))
    #expect(!Condition("state", .present(true)).holds(of: nil))
    #expect(Condition("state", .present(false)).holds(of: nil))
    #expect(!Condition("state", .present(false)).holds(of: "x"))
  }

  @Test func `on contents finds a text anywhere in the value`() {
    let condition = Condition("scope", .contains("email"))
    #expect(
      condition.holds(of: "email") && condition.holds(of: "openid email") && condition.holds(of: "xemailx"))
    #expect(!condition.holds(of: "emai") && !condition.holds(of: "Email") && !condition.holds(of: nil))
    #expect(Condition("scope", .contains("é")).holds(of: "café"))
  }

  @Test func `on several values holds of each of them`() {
    let condition = Condition("display", .oneOf(["page", "touch"]))
    #expect(condition.holds(of: "page") && condition.holds(of: "touch"))
    #expect(!condition.holds(of: "popup") && !condition.holds(of: nil) && !condition.holds(of: "pagetouch"))
  }

  @Test(arguments: [
    ("demo-*", "demo-", true), ("demo-*", "demo-1", true), ("demo-*", "demo", false),
    ("demo-*", "a-demo-1", false),
    ("*", "", true), ("*", "anything", true), ("", "", true), ("", "a", false), ("?", "", false),
    ("?", "a", true),
    ("?", "ab", false), ("?", "é", true), ("a?c", "abc", true), ("a?c", "ac", false),
    ("*.example.test", "a.example.test", true),
    ("*.example.test", "aexample.test", false), ("a*b*c", "a1b2b3c", true), ("a*b*c", "a1c2b", false),
    ("**a**", "bab", true), ("*a*b", "aab", true), ("a[b]*", "a[b]c", true), ("a[b]*", "abc", false),
    ("a.c", "abc", false), ("\\*", "\\x", true), ("A*", "abc", false), ("*aab", "aaaab", true),
    ("x*?", "x", false),
    ("x*?", "xy", true),
  ])
  func `on a pattern takes * for any run and ? for one character, and nothing else`(
    pattern: String, value: String, matches: Bool
  ) {
    #expect(Condition("k", .like(pattern)).holds(of: value) == matches)
  }

  @Test func `on a pattern agrees with a plain recursive matcher on every short text`() {
    func matches(_ text: Substring, _ pattern: Substring) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      if first == "*" {
        return matches(text, pattern.dropFirst()) || (!text.isEmpty && matches(text.dropFirst(), pattern))
      }
      return !text.isEmpty && (first == "?" || first == text.first)
        && matches(text.dropFirst(), pattern.dropFirst())
    }
    let texts = words(of: "ab", upTo: 5)
    var wrong: [String] = []
    for pattern in words(of: "ab*?", upTo: 4) {
      let condition = Condition("k", .like(pattern))
      for text in texts where condition.holds(of: text) != matches(text[...], pattern[...]) {
        wrong.append("\(text) \(pattern)")
      }
    }
    #expect(wrong == [])
  }

  @Test func `on a pattern takes no exponential time`() {
    let pattern = String(repeating: "a*", count: 50) + "b"
    let value = String(repeating: "a", count: 10_000)
    let start = ContinuousClock.now
    #expect(!Condition("k", .like(pattern)).holds(of: value))
    #expect(Condition("k", .like(pattern)).holds(of: value + "b"))
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test(
    arguments: [
      (Condition("state", .present(true)), nil, "state was not sent"),
      (Condition("state", .present(false)), "x", "state was sent"),
      (Condition("is.client", .equals("a")), "b", "is.client is \"b\", wanted \"a\""),
      (Condition("is.client", .equals("a")), nil, "is.client was not sent, wanted \"a\""),
      (
        Condition("scope", .contains("email")), "openid",
        "scope is \"openid\", wanted it to contain \"email\""
      ),
      (Condition("nonce", .like("n-*")), "m", "nonce is \"m\", wanted it like \"n-*\""),
      (
        Condition("display", .oneOf(["page", "touch"])), "popup",
        "display is \"popup\", wanted one of page, touch"
      ),
    ] as [(Condition, String?, String)])
  func `that does not hold says why`(condition: Condition, value: String?, text: String) {
    #expect(condition.miss(value) == text)
  }
}

/// All words over an alphabet up to a length, the empty one first.
func words(of alphabet: String, upTo length: Int) -> [String] {
  var all = [""]
  var last = [""]
  for _ in 0..<length {
    last = last.flatMap { word in alphabet.map { word + String($0) } }
    all += last
  }
  return all
}
