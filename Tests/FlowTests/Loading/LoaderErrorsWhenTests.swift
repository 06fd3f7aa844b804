import Testing

@testable import Flow

/// The conditions of a story: each mistake with the lines that it gives, to the letter.
@Suite struct `Loader errors, when` {
  @Test(arguments: mistakes) func `are worded to the letter`(mistake: Mistake) {
    #expect(Toy.problems([mistake.path: mistake.text]) == mistake.lines)
  }

  static let mistakes: [Mistake] = [
    Mistake(
      "conditions that are a list", at: "itsme/reject.json", #"{"provider": "itsme", "when": ["a"]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:31: when: expected an object, found an array
        """#),
    Mistake(
      "no condition", at: "itsme/reject.json", #"{"provider": "itsme", "when": {}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:31: when: expected at least one condition; {"is.client": {"present": true}} holds for every login, and without "when" the story is for those that ask for it by name
        """#),
    Mistake(
      "a number for a value", at: "itsme/reject.json", #"{"provider": "itsme", "when": {"max_age": 5}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:43: when.max_age: expected a string or an object with present, contains, like or one_of, found 5
        """#),
    Mistake(
      "null for a value", at: "itsme/reject.json", #"{"provider": "itsme", "when": {"nonce": null}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:41: when.nonce: expected a string or an object with present, contains, like or one_of, found null
        """#),
    Mistake(
      "a fact that does not exist", at: "itsme/reject.json",
      #"{"provider": "itsme", "when": {"is.cliet": "shop"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:32: when: unknown fact "is.cliet" for itsme; did you mean "is.client"?
        """#),
    Mistake(
      "a fact like no other", at: "itsme/reject.json", #"{"provider": "itsme", "when": {"is.moon": "full"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:32: when: unknown fact "is.moon" for itsme; known are "is.client", "is.person"
        """#),
    Mistake(
      "a client that does not exist", at: "itsme/reject.json",
      #"{"provider": "itsme", "when": {"is.client": "shpo"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:45: when."is.client": unknown client "shpo" for itsme; did you mean "shop"?
        """#),
    Mistake(
      "one of several clients that does not exist", at: "itsme/reject.json",
      #"{"provider": "itsme", "when": {"is.client": {"one_of": ["shop", "fleurop"]}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:65: when."is.client".one_of[1]: unknown client "fleurop" for itsme; known are shop
        """#),
    Mistake(
      "a person who does not exist", at: "itsme/reject.json",
      #"{"provider": "itsme", "when": {"is.person": "ana"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:45: when."is.person": unknown person "ana"; did you mean "anna"?
        """#),
    Mistake(
      "no test", at: "itsme/reject.json", #"{"provider": "itsme", "when": {"state": {}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:41: when.state: expected exactly one of present, contains, like or one_of, found none
        """#),
    Mistake(
      "two tests", at: "itsme/reject.json",
      #"{"provider": "itsme", "when": {"state": {"present": true, "like": "a*"}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:41: when.state: expected exactly one of present, contains, like or one_of, found present and like
        """#),
    Mistake(
      "an unknown test", at: "itsme/reject.json",
      #"{"provider": "itsme", "when": {"state": {"contain": "a"}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:41: when.state: expected exactly one of present, contains, like or one_of, found none
        scenarios/itsme/reject.json:1:42: when.state: unknown member "contain"; did you mean "contains"?
        """#),
    Mistake(
      "present that is not a truth value", at: "itsme/reject.json",
      #"{"provider": "itsme", "when": {"state": {"present": "yes"}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:53: when.state.present: expected true or false, found a string
        """#),
    Mistake(
      "contains nothing", at: "itsme/reject.json",
      #"{"provider": "itsme", "when": {"state": {"contains": ""}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:54: when.state.contains: an empty text says nothing; leave the member out
        """#),
    Mistake(
      "like that is not text", at: "itsme/reject.json",
      #"{"provider": "itsme", "when": {"state": {"like": 1}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:50: when.state.like: expected a string, found a number
        """#),
    Mistake(
      "one of nothing", at: "itsme/reject.json", #"{"provider": "itsme", "when": {"state": {"one_of": []}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:52: when.state.one_of: a condition that no value meets; list at least one
        """#),
    Mistake(
      "one of numbers", at: "itsme/reject.json",
      #"{"provider": "itsme", "when": {"state": {"one_of": ["a", 2]}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:58: when.state.one_of[1]: expected a string, found a number
        """#),
    Mistake(
      "one of no list", at: "itsme/reject.json",
      #"{"provider": "itsme", "when": {"state": {"one_of": "a"}}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:52: when.state.one_of: expected an array, found a string
        """#),
  ]
}
