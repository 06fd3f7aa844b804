import JSON
import Testing

@Suite struct `The nearest name` {
  static let verbs = [
    "open", "scan", "approve", "reject", "cancel", "wrong_pin", "wrong_icon", "ignore", "return",
  ]

  @Test(arguments: [
    ("rejct", "reject"), ("rejetc", "reject"), ("Reject", "reject"), ("REJECT", "reject"),
    ("aprove", "approve"), ("approved", "approve"),
    ("wrong-pin", "wrong_pin"), ("wrongpin", "wrong_pin"), ("wrong_ikon", "wrong_icon"), ("opne", "open"),
    ("sacn", "scan"),
  ])
  func `is one slip away for every three characters, case aside`(word: String, expected: String) {
    #expect(nearest(word, in: Self.verbs) == expected)
  }

  @Test(arguments: [
    "", "x", "zzz", "decline", "wrong", "redirect_uri", String(repeating: "reject", count: 1000),
  ])
  func `is none if nothing is close`(word: String) {
    #expect(nearest(word, in: Self.verbs) == nil)
  }

  @Test func `is the closest, and among equals the first`() {
    #expect(nearest("cat", in: ["bat", "rat", "cart"]) == "bat")
    #expect(nearest("clients", in: ["client", "clients_"]) == "client")
    #expect(nearest("when", in: ["whem", "when"]) == "when")
    #expect(nearest("a", in: ["b"]) == nil)
    #expect(nearest("a", in: []) == nil)
    #expect(nearest("zoe", in: ["zoé"]) == "zoé")
  }

  @Test func `has company for lists: more slips, and names that contain the word`() {
    let stories = [
      "itsme/approve", "itsme/reject", "itsme/wrong-icon", "itsme/code-reused", "itsme/code-expired",
    ]
    #expect(nearestNames("reject", in: stories, limit: 3) == ["itsme/reject"])
    #expect(nearestNames("code", in: stories, limit: 5) == ["itsme/code-reused", "itsme/code-expired"])
    #expect(nearestNames("itsme/aprov", in: stories, limit: 1) == ["itsme/approve"])
    #expect(nearestNames("bankid", in: stories, limit: 5) == [])
    #expect(nearestNames("reject", in: stories, limit: 0) == [])
  }
}
