import Testing

@testable import Flow

/// Changes to tokens, lifetimes and switches: each mistake with the lines that it gives, to the letter.
@Suite struct `Loader errors, tokens` {
  @Test(arguments: mistakes) func `are worded to the letter`(mistake: Mistake) {
    #expect(Toy.problems([mistake.path: mistake.text]) == mistake.lines)
  }

  static let mistakes: [Mistake] = [
    Mistake(
      "unknown token", at: "itsme/reject.json", #"{"provider": "itsme", "tokens": {"id_tokn": {}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:34: tokens: unknown token "id_tokn" for itsme; did you mean "id_token"?
        """#),
    Mistake(
      "token of no kind", at: "itsme/reject.json",
      #"{"provider": "itsme", "tokens": {"id_token": "expired"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:46: tokens.id_token: expected an object, found a string
        """#),
    Mistake(
      "unknown defect", at: "itsme/reject.json",
      #"{"provider": "itsme", "tokens": {"id_token": {"defect": "wrong_audiense"}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:57: tokens.id_token.defect: unknown defect "wrong_audiense" for itsme's id_token; did you mean "wrong_audience"?
        """#),
    Mistake(
      "defect where there is none", at: "itsme/reject.json",
      #"{"provider": "itsme", "tokens": {"userinfo": {"defect": "expired"}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:57: tokens.userinfo.defect: unknown defect "expired" for itsme's userinfo; there is none
        """#),
    Mistake(
      "header that is not an object", at: "itsme/reject.json",
      #"{"provider": "itsme", "tokens": {"id_token": {"header": "none"}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:57: tokens.id_token.header: expected an object, found a string
        """#),
    Mistake(
      "claims that are not objects", at: "itsme/reject.json",
      #"{"provider": "itsme", "tokens": {"id_token": {"claims": ["sub"]}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:57: tokens.id_token.claims: expected an object, found an array
        """#),
    Mistake(
      "negative lifetime", at: "itsme/reject.json",
      #"{"provider": "itsme", "tokens": {"id_token": {"lifetime": "-1s"}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:59: tokens.id_token.lifetime: expected a duration that is not negative, found "-1s"
        """#),
    Mistake(
      "issued at an instant", at: "itsme/reject.json",
      #"{"provider": "itsme", "tokens": {"id_token": {"issued_at": "2026-01-01T00:00:00Z"}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:60: tokens.id_token.issued_at: expected a duration such as "250ms", "3s" or "3m", found "2026-01-01T00:00:00Z"
        """#),
    Mistake(
      "unknown member", at: "itsme/reject.json",
      #"{"provider": "itsme", "tokens": {"id_token": {"defects": "expired"}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:47: tokens.id_token: unknown member "defects"; did you mean "defect"?
        """#),
    Mistake(
      "unknown lifetime", at: "itsme/reject.json", #"{"provider": "itsme", "lifetimes": {"codes": "1s"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:37: lifetimes: unknown lifetime "codes" for itsme; did you mean "code"?
        """#),
    Mistake(
      "lifetime that is not a duration", at: "itsme/reject.json",
      #"{"provider": "itsme", "lifetimes": {"code": 180}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:45: lifetimes.code: expected a duration such as "250ms", "3s" or "3m", found 180
        """#),
    Mistake(
      "unknown quirk", at: "itsme/reject.json",
      #"{"provider": "itsme", "quirks": {"adress_format": "object"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:34: quirks: unknown quirk "adress_format" for itsme; did you mean "address_format"?
        """#),
    Mistake(
      "quirk with an unknown choice", at: "itsme/reject.json",
      #"{"provider": "itsme", "quirks": {"address_format": "string"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:52: quirks.address_format: "string" is not one of object, json_string
        """#),
    Mistake(
      "quirk that is not a flag", at: "itsme/reject.json",
      #"{"provider": "itsme", "quirks": {"escaped_slashes": "yes"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:53: quirks.escaped_slashes: expected true or false, found a string
        """#),
  ]
}
