import Testing

@testable import Flow

/// The person of a story: each mistake with the lines that it gives, to the letter.
@Suite struct `Loader errors, person` {
  @Test(arguments: mistakes) func `are worded to the letter`(mistake: Mistake) {
    #expect(Toy.problems([mistake.path: mistake.text]) == mistake.lines)
  }

  static let mistakes: [Mistake] = [
    Mistake(
      "unknown key", at: "itsme/reject.json", #"{"provider": "itsme", "person": "bop"}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:33: person: unknown person "bop"; did you mean "bob"?
        """#),
    Mistake(
      "unknown key like no other", at: "itsme/reject.json", #"{"provider": "itsme", "person": "zebedee"}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:33: person: unknown person "zebedee"; known are anna, bob
        """#),
    Mistake(
      "no person at all", at: "itsme/reject.json", #"{"provider": "itsme", "person": true}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:33: person: expected a person's key or an object with "like", found a boolean
        """#),
    Mistake(
      "no like", at: "itsme/reject.json", #"{"provider": "itsme", "person": {"given_name": "X"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:33: person: the member "like" is missing
        """#),
    Mistake(
      "like an unknown person", at: "itsme/reject.json", #"{"provider": "itsme", "person": {"like": "ann"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:42: person.like: unknown person "ann"; did you mean "anna"?
        """#),
    Mistake(
      "like something that is not a key", at: "itsme/reject.json",
      #"{"provider": "itsme", "person": {"like": 1}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:42: person.like: expected a string, found a number
        """#),
    Mistake(
      "unknown member", at: "itsme/reject.json",
      #"{"provider": "itsme", "person": {"like": "anna", "givenname": "X"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:50: person: unknown member "givenname"
        """#),
    Mistake(
      "wrong member inside the address", at: "itsme/reject.json",
      #"{"provider": "itsme", "person": {"like": "anna", "address": {"country": "Belgium"}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:73: person.address.country: expected a country code of two capital letters, such as "BE", found "Belgium"
        """#),
    Mistake(
      "null where the rest is wrong", at: "itsme/reject.json",
      #"{"provider": "itsme", "person": {"like": "anna", "given_name": null, "family_name": 1}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:85: person.family_name: expected a string, found a number
        """#),
  ]
}
