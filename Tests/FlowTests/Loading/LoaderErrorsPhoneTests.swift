import Testing

@testable import Flow

/// What the person does: each mistake with the lines that it gives, to the letter.
@Suite struct `Loader errors, phone` {
  @Test(arguments: mistakes) func `are worded to the letter`(mistake: Mistake) {
    #expect(Toy.problems([mistake.path: mistake.text]) == mistake.lines)
  }

  static let mistakes: [Mistake] = [
    Mistake(
      "neither manual nor steps", at: "itsme/reject.json", #"{"provider": "itsme", "phone": "manuel"}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:32: phone: expected "manual" or an array of steps, found "manuel"
        """#),
    Mistake(
      "an object", at: "itsme/reject.json", #"{"provider": "itsme", "phone": {"do": "approve"}}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:32: phone: expected "manual" or an array of steps, found an object
        """#),
    Mistake(
      "a step that is a word", at: "itsme/reject.json", #"{"provider": "itsme", "phone": ["approve"]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:33: phone[0]: expected an object, found a string
        """#),
    Mistake(
      "no verb", at: "itsme/reject.json", #"{"provider": "itsme", "phone": [{"after": "1s"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:33: phone[0]: the member "do" is missing
        """#),
    Mistake(
      "unknown verb", at: "itsme/reject.json",
      #"{"provider": "itsme", "phone": [{"do": "open"}, {"after": "3s", "do": "rejct"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:71: phone[1].do: unknown verb "rejct" for itsme; did you mean "reject"?
        """#),
    Mistake(
      "unknown verb like no other", at: "itsme/reject.json",
      #"{"provider": "itsme", "phone": [{"do": "sleep"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:40: phone[0].do: unknown verb "sleep" for itsme; known are open, approve, reject, cancel
        """#),
    Mistake(
      "duration in words", at: "itsme/reject.json",
      #"{"provider": "itsme", "phone": [{"after": "3 sec", "do": "reject"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:43: phone[0].after: expected a duration such as "250ms", "3s" or "3m", found "3 sec"
        """#),
    Mistake(
      "duration as a number", at: "itsme/reject.json",
      #"{"provider": "itsme", "phone": [{"after": 3, "do": "reject"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:43: phone[0].after: expected a duration such as "250ms", "3s" or "3m", found 3
        """#),
    Mistake(
      "negative duration", at: "itsme/reject.json",
      #"{"provider": "itsme", "phone": [{"after": "-3s", "do": "reject"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:43: phone[0].after: expected a duration that is not negative, found "-3s"
        """#),
    Mistake(
      "going back", at: "itsme/reject.json",
      #"{"provider": "itsme", "phone": [{"after": "3s", "do": "open"}, {"after": "1500ms", "do": "approve"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:74: phone[1].after: "after" counts from the start and does not go back; the step before is at "3s"
        """#),
    Mistake(
      "going back to the start", at: "itsme/reject.json",
      #"{"provider": "itsme", "phone": [{"after": "3s", "do": "open"}, {"do": "approve"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:64: phone[1]: "after" counts from the start and does not go back; the step before is at "3s"
        """#),
    Mistake(
      "after a final verb", at: "itsme/reject.json",
      #"{"provider": "itsme", "phone": [{"do": "approve"}, {"do": "reject"}, {"do": "open"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:52: phone[1]: the person is done after "approve"; no step can follow it
        scenarios/itsme/reject.json:1:70: phone[2]: the person is done after "approve"; no step can follow it
        """#),
    Mistake(
      "unknown reason", at: "itsme/reject.json",
      #"{"provider": "itsme", "phone": [{"do": "reject", "reason": "toLate"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:60: phone[0].reason: unknown reason "toLate" for reject; did you mean "tooLate"?
        """#),
    Mistake(
      "unknown reason like no other", at: "itsme/reject.json",
      #"{"provider": "itsme", "phone": [{"do": "reject", "reason": "bored"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:60: phone[0].reason: unknown reason "bored" for reject; known are tooLate, notMe
        """#),
    Mistake(
      "reason for a verb without reasons", at: "itsme/reject.json",
      #"{"provider": "itsme", "phone": [{"do": "approve", "reason": "tooLate"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:61: phone[0].reason: the verb "approve" does not accept a reason
        """#),
    Mistake(
      "unknown member", at: "itsme/reject.json",
      #"{"provider": "itsme", "phone": [{"do": "approve", "delay": "1s"}]}"#,
      gives: #"""
        scenarios/itsme/reject.json:1:51: phone[0]: unknown member "delay"
        """#),
  ]
}
