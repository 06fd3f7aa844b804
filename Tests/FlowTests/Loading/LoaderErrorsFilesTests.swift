import Testing

@testable import Flow

/// Files that have no place: each mistake with the lines that it gives, to the letter.
@Suite struct `Loader errors, files` {
  @Test(arguments: mistakes) func `are worded to the letter`(mistake: Mistake) {
    #expect(Toy.problems([mistake.path: mistake.text]) == mistake.lines)
  }

  static let mistakes: [Mistake] = [
    Mistake(
      "YAML", at: "itsme/reject.yaml", #"a: b"#,
      gives: #"""
        scenarios/itsme/reject.yaml: scenarios are JSON, YAML is not read; write it as itsme/reject.json
        """#),
    Mistake(
      "YAML at the top", at: "world.yml", #"a: b"#,
      gives: #"""
        scenarios/world.yml: scenarios are JSON, YAML is not read; write it as world.json
        """#),
    Mistake(
      "story in YAML at the top", at: "reject.yaml", #"a: b"#,
      gives: #"""
        scenarios/reject.yaml: scenarios are JSON, YAML is not read; write it as PROVIDER/reject.json
        """#),
    Mistake(
      "story at the top", at: "reject.json", #"{}"#,
      gives: #"""
        scenarios/reject.json: a story belongs in its provider's folder; move it to PROVIDER/reject.json, such as itsme/reject.json
        """#),
    Mistake(
      "world misspelt", at: "wolrd.json", #"{}"#,
      gives: #"""
        scenarios/wolrd.json: unknown file; did you mean "world.json"?
        """#),
    Mistake(
      "folder of no provider", at: "itsmee/reject.json", #"{}"#,
      gives: #"""
        scenarios/itsmee: there is no provider "itsmee"; did you mean "itsme"?
        """#),
    Mistake(
      "folder like no provider", at: "stories/reject.json", #"{}"#,
      gives: #"""
        scenarios/stories: there is no provider "stories"; known are itsme, bioid
        """#),
    Mistake(
      "story too deep", at: "itsme/errors/reject.json", #"{}"#,
      gives: #"""
        scenarios/itsme/errors/reject.json: a story belongs in its provider's folder; move it to itsme/reject.json
        """#),
    Mistake(
      "picture", at: "itsme/reject.png", #""#,
      gives: #"""
        scenarios/itsme/reject.png: unknown file; a scenario folder holds world.json, PROVIDER/STORY.json, README.md and schema/
        """#),
    Mistake(
      "capital letters in the name", at: "itsme/Reject.json", #"{}"#,
      gives: #"""
        scenarios/itsme/Reject.json: a story's name has small letters, digits, "-" and "_" only, so that a request can ask for it; "Reject" has others
        """#),
    Mistake(
      "space in the name", at: "itsme/no one.json", #"{}"#,
      gives: #"""
        scenarios/itsme/no one.json: a story's name has small letters, digits, "-" and "_" only, so that a request can ask for it; "no one" has others
        """#),
    Mistake(
      "empty file", at: "itsme/reject.json", #""#,
      gives: #"""
        scenarios/itsme/reject.json:1:1: the text is empty; expected a JSON value
        """#),
  ]
}
