import Testing

@testable import Flow

/// What the server does wrong: each mistake with the lines that it gives, to the letter.
@Suite struct `Loader errors, faults` {
  @Test(arguments: mistakes) func `are worded to the letter`(mistake: Mistake) {
    #expect(Toy.problems([mistake.path: mistake.text]) == mistake.lines)
  }

  static let mistakes: [Mistake] = [
    Mistake(
      "no list", at: "itsme/reject.json", #"{"provider": "itsme", "faults": {"at": "token"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:33: faults: expected an array, found an object
        """#),
    Mistake(
      "nothing said", at: "itsme/reject.json", #"{"provider": "itsme", "faults": [{}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:34: faults[0]: the member "at" is missing
        scenarios/itsme/reject.json:1:34: faults[0]: the member "do" is missing
        """#),
    Mistake(
      "unknown endpoint", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "tokn", "do": "reset"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:41: faults[0].at: unknown endpoint "tokn" for itsme; did you mean "token"?
        """#),
    Mistake(
      "endpoint of another provider", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "enroll", "do": "reset"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:41: faults[0].at: unknown endpoint "enroll" for itsme; known are authorize, token, userinfo, jwks
        """#),
    Mistake(
      "unknown fault", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "respnd"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:56: faults[0].do: unknown fault "respnd"; did you mean "respond"?
        """#),
    Mistake(
      "unknown fault like no other", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "explode"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:56: faults[0].do: unknown fault "explode"; known are respond, alter, delay, reset, empty, truncate, drip, garbage, lose_answer, rotate_keys
        """#),
    Mistake(
      "alter nothing, and with a list", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "alter"}, {"at": "token", "do": "alter", "body": []}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:34: faults[0]: expected at least one of status, headers and body
        scenarios/itsme/reject.json:1:105: faults[1].body: expected an object, found an array
        """#),
    Mistake(
      "respond without status", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "respond"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:34: faults[0]: the member "status" is missing
        """#),
    Mistake(
      "status that is none", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "respond", "status": 99}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:77: faults[0].status: expected a whole number from 200 to 599, found 99
        """#),
    Mistake(
      "status as text", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "respond", "status": "503"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:77: faults[0].status: expected a whole number from 200 to 599, found a string
        """#),
    Mistake(
      "header value that is a number", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "respond", "status": 503, "headers": {"Retry-After": 1}}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:109: faults[0].headers.Retry-After: expected a string, found a number
        """#),
    Mistake(
      "header name with a space", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "respond", "status": 503, "headers": {"Retry After": "1"}}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:94: faults[0].headers: "Retry After" is not a header field's name
        """#),
    Mistake(
      "headers that the server writes", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "alter", "headers": {"content-length": "1", "Transfer-Encoding": "chunked"}}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:77: faults[0].headers: content-length is written by the server itself
        scenarios/itsme/reject.json:1:100: faults[0].headers: Transfer-Encoding is written by the server itself
        """#),
    Mistake(
      "header value with a line break", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "respond", "status": 503, "headers": {"A": "1\r\nB: 2"}}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:99: faults[0].headers.A: a header field's value holds no control characters
        """#),
    Mistake(
      "times nought", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "reset", "times": 0}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:74: faults[0].times: expected a whole number of at least 1 or "always", found 0
        """#),
    Mistake(
      "times in words", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "reset", "times": "allways"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:74: faults[0].times: expected a whole number of at least 1 or "always", found "allways"
        """#),
    Mistake(
      "nth nought", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "reset", "nth": 0}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:72: faults[0].nth: expected a whole number of at least 1, found 0
        """#),
    Mistake(
      "times and nth", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "reset", "times": 1, "nth": 2}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:77: faults[0]: give "times" or "nth", not both
        """#),
    Mistake(
      "delay without a time", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "delay"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:34: faults[0]: the member "by" is missing
        """#),
    Mistake(
      "delay by a number", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "delay", "by": 3}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:71: faults[0].by: expected a duration such as "250ms", "3s" or "3m", found 3
        """#),
    Mistake(
      "delay of an unknown kind", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "delay", "by": {"unifrom": ["1s", "2s"]}}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:71: faults[0].by: expected a duration, or an object with uniform or lognormal
        scenarios/itsme/reject.json:1:72: faults[0].by: unknown member "unifrom"; did you mean "uniform"?
        """#),
    Mistake(
      "delay of two kinds", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "delay", "by": {"uniform": ["1s", "2s"], "lognormal": {"median": "1s", "sigma": 1}}}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:71: faults[0].by: expected a duration, or an object with uniform or lognormal
        """#),
    Mistake(
      "uniform of one", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "delay", "by": {"uniform": ["1s"]}}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:83: faults[0].by.uniform: expected two durations, the shorter first
        """#),
    Mistake(
      "uniform backwards", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "delay", "by": {"uniform": ["3s", "1s"]}}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:83: faults[0].by.uniform: expected two durations, the shorter first
        """#),
    Mistake(
      "uniform of numbers", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "delay", "by": {"uniform": [1, 3]}}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:84: faults[0].by.uniform[0]: expected a duration such as "250ms", "3s" or "3m", found 1
        scenarios/itsme/reject.json:1:87: faults[0].by.uniform[1]: expected a duration such as "250ms", "3s" or "3m", found 3
        """#),
    Mistake(
      "lognormal without its parts", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "delay", "by": {"lognormal": {}}}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:85: faults[0].by.lognormal: the member "median" is missing
        scenarios/itsme/reject.json:1:85: faults[0].by.lognormal: the member "sigma" is missing
        """#),
    Mistake(
      "lognormal too wide", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "delay", "by": {"lognormal": {"median": "1s", "sigma": 9}}}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:111: faults[0].by.lognormal.sigma: expected a number from 0.0 to 5.0, found 9
        """#),
    Mistake(
      "drip without a time", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "drip"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:34: faults[0]: the member "over" is missing
        """#),
    Mistake(
      "truncate to less than nothing", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "truncate", "bytes": -1}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:77: faults[0].bytes: expected a whole number of at least 0, found -1
        """#),
    Mistake(
      "a member of another fault", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "delay", "by": "1s", "status": 503}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:77: faults[0]: "status" belongs to "respond", not to "delay"
        """#),
    Mistake(
      "unknown member", at: "itsme/reject.json",
      #"{"provider": "itsme", "faults": [{"at": "token", "do": "reset", "tims": 2}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:65: faults[0]: unknown member "tims"; did you mean "times"?
        """#),
  ]
}
