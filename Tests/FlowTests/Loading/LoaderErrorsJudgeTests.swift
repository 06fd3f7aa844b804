import Testing

@testable import Flow

/// Cases of a campaign, and stories of several providers: each mistake with the lines that it gives, to the letter.
@Suite struct `Loader errors, judge` {
  @Test(arguments: mistakes + shared) func `are worded to the letter`(mistake: Mistake) {
    #expect(Toy.problems([mistake.path: mistake.text]) == mistake.lines)
  }

  static let mistakes: [Mistake] = [
    Mistake(
      "an unknown family", at: "itsme/a.json",
      #"{"provider": "itsme", "judge": {"family": "signatur", "right": "either", "attack": "A."}}"#,
      gives: #"""
        scenarios/itsme/a.json:1:43: judge.family: unknown family of cases "signatur"; did you mean "signature"?
        """#),
    Mistake(
      "an unknown member of judge", at: "itsme/a.json",
      #"{"provider": "itsme", "judge": {"family": "time", "right": "either", "atack": "A."}}"#,
      gives: #"""
        scenarios/itsme/a.json:1:32: judge: the member "attack" is missing
        scenarios/itsme/a.json:1:70: judge: unknown member "atack"; did you mean "attack"?
        """#),
    Mistake(
      "nothing that is right", at: "itsme/a.json",
      #"{"provider": "itsme", "judge": {"family": "time", "attack": "A."}}"#,
      gives: #"""
        scenarios/itsme/a.json:1:32: judge: the member "right" is missing: must_refuse, should_refuse, must_accept or either
        """#),
    Mistake(
      "an unknown login before", at: "itsme/a.json",
      #"{"provider": "itsme", "judge": {"family": "time", "right": "either", "attack": "A.", "before": "three_login"}}"#,
      gives: #"""
        scenarios/itsme/a.json:1:96: judge.before: unknown login before "three_login"; did you mean "three_logins"?
        """#),
    Mistake(
      "rights that contradict", at: "itsme/a.json",
      #"{"provider": "itsme", "judge": {"family": "time", "right": "either", "attack": "A."}, "expect": {"right": "must_accept"}}"#,
      gives: #"""
        scenarios/itsme/a.json:1:60: judge.right: "either" contradicts expect.right, which is "must_accept"; say it once, here
        """#),
    Mistake(
      "no name in the suite, and an empty attack", at: "itsme/a.json",
      #"{"provider": "itsme", "judge": {"family": "time", "right": "either", "attack": "", "suite": []}}"#,
      gives: #"""
        scenarios/itsme/a.json:1:80: judge.attack: an empty text says nothing; leave the member out
        scenarios/itsme/a.json:1:93: judge.suite: expected at least one name; leave the member out
        """#),
    Mistake(
      "provider and providers", at: "itsme/a.json", #"{"provider": "itsme", "providers": ["itsme"]}"#,
      gives: #"""
        scenarios/itsme/a.json:1:23: a story of several providers belongs in the folder "judge"; here "provider" names one
        """#),
  ]

  /// In the folder `judge`.
  static let shared: [Mistake] = [
    Mistake(
      "no providers", at: "judge/a.json", #"{"title": "A"}"#,
      gives: #"""
        scenarios/judge/a.json:1:1: the member "providers" is missing
        """#),
    Mistake(
      "one provider", at: "judge/a.json", #"{"provider": "itsme"}"#,
      gives: #"""
        scenarios/judge/a.json:1:1: the member "providers" is missing
        scenarios/judge/a.json:1:2: a story in the folder "judge" has "providers": the list of those that have it
        """#),
    Mistake(
      "an empty list of providers", at: "judge/a.json", #"{"providers": []}"#,
      gives: #"""
        scenarios/judge/a.json:1:15: providers: expected at least one provider
        """#),
    Mistake(
      "a provider twice and an unknown one", at: "judge/a.json",
      #"{"providers": ["itsme", "bioid", "itsme", "itsmee"]}"#,
      gives: #"""
        scenarios/judge/a.json:1:34: providers[2]: "itsme" is here twice
        scenarios/judge/a.json:1:43: providers[3]: unknown provider "itsmee"; did you mean "itsme"?
        """#),
    Mistake(
      "a token that one of the providers does not have", at: "judge/a.json",
      #"{"providers": ["itsme", "bioid"], "tokens": {"id_token": {"defect": "expired"}}}"#,
      gives: #"""
        scenarios/judge/a.json:1:46: tokens: unknown token "id_token" for bioid; there is none
        """#),
    Mistake(
      "a defect that none of the providers has", at: "judge/a.json",
      #"{"providers": ["itsme"], "tokens": {"id_token": {"defect": "expird"}}}"#,
      gives: #"""
        scenarios/judge/a.json:1:60: tokens.id_token.defect: unknown defect "expird" for itsme's id_token; did you mean "expired"?
        """#),
    Mistake(
      "an endpoint, a verb, a lifetime, a quirk and a fact that one of them does not have",
      at: "judge/a.json",
      """
      {"providers": ["itsme", "bioid"], "when": {"is.client": "shop"},
       "phone": [{"do": "reject"}],
       "faults": [{"at": "userinfo", "do": "reset"}],
       "lifetimes": {"code": "1s"},
       "quirks": {"escaped_slashes": false},
       "expect": {"never": ["jwks"]}}
      """,
      gives: #"""
        scenarios/judge/a.json:1:44: when: unknown fact "is.client" for bioid; there is none
        scenarios/judge/a.json:2:19: phone[0].do: unknown verb "reject" for bioid; known are approve
        scenarios/judge/a.json:3:20: faults[0].at: unknown endpoint "userinfo" for bioid; known are authorize, token
        scenarios/judge/a.json:4:16: lifetimes: unknown lifetime "code" for bioid; there is none
        scenarios/judge/a.json:5:13: quirks: unknown quirk "escaped_slashes" for bioid; there is none
        scenarios/judge/a.json:6:23: expect.never[0]: unknown endpoint "jwks" for bioid; known are authorize, token
        """#),
  ]
}
