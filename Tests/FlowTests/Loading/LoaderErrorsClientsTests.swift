import Testing

@testable import Flow

/// The clients of a world: each mistake with the lines that it gives, to the letter.
@Suite struct `Loader errors, clients` {
  @Test(arguments: mistakes) func `are worded to the letter`(mistake: Mistake) {
    #expect(Toy.problems([mistake.path: mistake.text]) == mistake.lines)
  }

  static let mistakes: [Mistake] = [
    Mistake(
      "no object", at: "world.json", #"{"clients": 1}"#,
      gives: #"""
        scenarios/world.json:1:13: clients: expected an object, found a number
        """#),
    Mistake(
      "unknown provider", at: "world.json", #"{"clients": {"itsmee": {"a": {}}}}"#,
      gives: #"""
        scenarios/world.json:1:14: clients: unknown provider "itsmee"; did you mean "itsme"?
        """#),
    Mistake(
      "a client that is a word", at: "world.json", #"{"clients": {"itsme": {"a": "b"}}}"#,
      gives: #"""
        scenarios/world.json:1:29: clients.itsme.a: expected an object, found a string
        """#),
    Mistake(
      "a problem that the provider finds", at: "world.json", #"{"clients": {"itsme": {"a": {}}}}"#,
      gives: #"""
        scenarios/world.json:1:29: clients.itsme.a: the member "secret" is missing
        """#),
    Mistake(
      "unknown member", at: "world.json", #"{"clients": {"itsme": {"a": {"secret": "s", "secrt": "s"}}}}"#,
      gives: #"""
        scenarios/world.json:1:45: clients.itsme.a: unknown member "secrt"
        """#),
    Mistake(
      "unknown preset", at: "world.json",
      #"{"clients": {"itsme": {"a": {"secret": "s", "preset": "giude"}}}}"#,
      gives: #"""
        scenarios/world.json:1:55: clients.itsme.a.preset: unknown preset "giude" for itsme; did you mean "guide"?
        """#),
    Mistake(
      "unknown quirk", at: "world.json",
      #"{"clients": {"itsme": {"a": {"secret": "s", "quirks": {"slashes": true}}}}}"#,
      gives: #"""
        scenarios/world.json:1:56: clients.itsme.a.quirks: unknown quirk "slashes" for itsme; known are address_format, escaped_slashes
        """#),
    Mistake(
      "unknown member of the world", at: "world.json", #"{"client": {}}"#,
      gives: #"""
        scenarios/world.json:1:2: unknown member "client"; did you mean "clients"?
        """#),
  ]
}
