import Testing

@testable import Flow

/// A story's own members: each mistake with the lines that it gives, to the letter.
@Suite struct `Loader errors, story` {
  @Test(arguments: mistakes) func `are worded to the letter`(mistake: Mistake) {
    #expect(Toy.problems([mistake.path: mistake.text]) == mistake.lines)
  }

  static let mistakes: [Mistake] = [
    Mistake(
      "no JSON", at: "itsme/reject.json", #"{"provider": "itsme",}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:21: trailing comma
        """#),
    Mistake(
      "no object", at: "itsme/reject.json", #"["itsme"]"#,
      gives: #"""
        scenarios/itsme/reject.json:1:1: expected an object, found an array
        """#),
    Mistake(
      "provider missing", at: "itsme/reject.json", #"{"title": "x"}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:1: the member "provider" is missing
        """#),
    Mistake(
      "provider of another folder", at: "itsme/reject.json", #"{"provider": "bioid"}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:14: provider: "bioid" differs from the folder "itsme" that the file is in
        """#),
    Mistake(
      "provider of no kind", at: "itsme/reject.json", #"{"provider": 7}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:14: provider: expected a string, found a number
        """#),
    Mistake(
      "unknown member", at: "itsme/reject.json", #"{"provider": "itsme", "whem": {}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:23: unknown member "whem"; did you mean "when"?
        """#),
    Mistake(
      "unknown member like no other", at: "itsme/reject.json", #"{"provider": "itsme", "colour": "red"}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:23: unknown member "colour"
        """#),
    Mistake(
      "empty title", at: "itsme/reject.json", #"{"provider": "itsme", "title": ""}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:32: title: an empty text says nothing; leave the member out
        """#),
    Mistake(
      "note that is not text", at: "itsme/reject.json", #"{"provider": "itsme", "note": ["a"]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:31: note: expected a string, found an array
        """#),
    Mistake(
      "schema that is not text", at: "itsme/reject.json", #"{"provider": "itsme", "$schema": 1}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:34: $schema: expected a string, found a number
        """#),
    Mistake(
      "schema below the top", at: "itsme/reject.json", #"{"provider": "itsme", "expect": {"$schema": "x"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:34: expect: unknown member "$schema"
        """#),
    Mistake(
      "several at once", at: "itsme/reject.json",
      #"""
      {
        "provider": "itsme",
        "titel": "x",
        "phone": [
          { "do": "open" },
          { "do": "open" },
          { "after": "1s", "do": "rejct" }
        ],
        "faults": [ { "at": "tokn", "do": "respond" } ]
      }
      """#,
      gives: #"""
        scenarios/itsme/reject.json:3:3: unknown member "titel"; did you mean "title"?
        scenarios/itsme/reject.json:7:28: phone[2].do: unknown verb "rejct" for itsme; did you mean "reject"?
        scenarios/itsme/reject.json:9:15: faults[0]: the member "status" is missing
        scenarios/itsme/reject.json:9:23: faults[0].at: unknown endpoint "tokn" for itsme; did you mean "token"?
        """#),
  ]
}
