import Testing

@testable import Flow

/// What a correct relying party does: each mistake with the lines that it gives, to the letter.
@Suite struct `Loader errors, expect` {
  @Test(arguments: mistakes) func `are worded to the letter`(mistake: Mistake) {
    #expect(Toy.problems([mistake.path: mistake.text]) == mistake.lines)
  }

  static let mistakes: [Mistake] = [
    Mistake(
      "no object", at: "itsme/reject.json", #"{"provider": "itsme", "expect": "nothing"}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:33: expect: expected an object, found a string
        """#),
    Mistake(
      "never an unknown endpoint", at: "itsme/reject.json",
      #"{"provider": "itsme", "expect": {"never": ["userinf"]}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:44: expect.never[0]: unknown endpoint "userinf" for itsme; did you mean "userinfo"?
        """#),
    Mistake(
      "an unknown rule to avoid, beside one without the provider's name", at: "itsme/reject.json",
      #"{"provider": "itsme", "expect": {"avoid": ["code-reused", "itsme.no-stat"]}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:59: expect.avoid[1]: unknown finding "itsme.no-stat" for itsme; did you mean "itsme.no-state"?
        """#),
    Mistake(
      "never no list", at: "itsme/reject.json", #"{"provider": "itsme", "expect": {"never": "userinfo"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:43: expect.never: expected an array, found a string
        """#),
    Mistake(
      "an order with an unknown endpoint", at: "itsme/reject.json",
      #"{"provider": "itsme", "expect": {"order": ["token", "logout"]}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:53: expect.order[1]: unknown endpoint "logout" for itsme; known are authorize, token, userinfo, jwks
        """#),
    Mistake(
      "a choice of endpoints with an unknown one, and one of none", at: "itsme/reject.json",
      #"{"provider": "itsme", "expect": {"order": [["token", "tokn"], []]}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:54: expect.order[0][1]: unknown endpoint "tokn" for itsme; did you mean "token"?
        scenarios/itsme/reject.json:1:63: expect.order[1]: expected at least one endpoint
        """#),
    Mistake(
      "an unknown rule that is allowed", at: "itsme/reject.json",
      #"{"provider": "itsme", "expect": {"allowed": ["itsme.code-resued"]}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:46: expect.allowed[0]: unknown finding "itsme.code-resued" for itsme; did you mean "itsme.code-reused"?
        """#),
    Mistake(
      "counts of an unknown endpoint", at: "itsme/reject.json",
      #"{"provider": "itsme", "expect": {"count": {"tokens": 1}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:44: expect.count: unknown endpoint "tokens" for itsme; did you mean "token"?
        """#),
    Mistake(
      "a count that is none", at: "itsme/reject.json",
      #"{"provider": "itsme", "expect": {"count": {"token": -1}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:53: expect.count.token: expected a whole number of at least 0, found -1
        """#),
    Mistake(
      "an unknown finding", at: "itsme/reject.json",
      #"{"provider": "itsme", "expect": {"findings": ["itsme.code-resued"]}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:47: expect.findings[0]: unknown finding "itsme.code-resued" for itsme; did you mean "itsme.code-reused"?
        """#),
    Mistake(
      "calls that are wanted and forbidden", at: "itsme/reject.json",
      #"{"provider": "itsme", "expect": {"never": ["token"], "count": {"token": 1, "jwks": 0}, "order": ["token", ["jwks", "token"], ["jwks", "userinfo"]]}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:63: expect.count: token is to be called here, and "never" forbids it
        scenarios/itsme/reject.json:1:97: expect.order: a call of token is wanted here, and forbidden by "never" or a "count" of 0
        scenarios/itsme/reject.json:1:97: expect.order: a call of jwks or token is wanted here, and forbidden by "never" or a "count" of 0
        """#),
    Mistake(
      "a finding that is expected and to be avoided", at: "itsme/reject.json",
      #"{"provider": "itsme", "expect": {"findings": ["itsme.no-state"], "avoid": ["no-state"]}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:75: expect.avoid: itsme.no-state is forbidden here, and "findings" or "allowed" lets it happen
        """#),
    Mistake(
      "unknown member", at: "itsme/reject.json", #"{"provider": "itsme", "expect": {"nevr": []}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:34: expect: unknown member "nevr"; did you mean "never"?
        """#),
  ]
}
