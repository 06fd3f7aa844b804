package import Flow
package import HTTP

/// What a campaign wants done next; the answer to each is an `Event`.
package enum Demand: Sendable {
  /// Gives the next login this story; answered by `armed`.
  case arm(Story)
  /// A request of the user agent, with its time limit; answered by `fetched`.
  case fetch(WebRequest, atMost: Duration)
  /// Moves the sandbox's clock to the next instant at which something happens; answered by `moved`.
  case advance(atMost: Duration)
  /// Real time passes; answered by `paused`.
  case pause(Duration)
  /// Waits for a test or a person: for a signal, or at most this long; answered by `signalled` or `paused`.
  case listen(Listening, atMost: Duration)
  /// Examines what the emulator recorded of the login since `arm`; answered by `examined`.
  case examine
  /// Reports what the relying party was seen to do with a login, and judges it; answered by `judged`.
  case say(Sighting.Kind, String, transaction: String)
  case finished

  package enum Story: Sendable, Hashable {
    case approving
    case refusing
    /// A person approves at the other provider with this name.
    case approvingAt(String)
    case named(String)
  }

  /// What a campaign waits for a test or a person to do.
  package struct Listening: Sendable, Hashable {
    /// The case, or `login` and `refusal` while learning.
    package let name: String
    package let title: String
    /// The key of the person who logs in; `nil` for anyone.
    package var person: String?
  }
}

package enum Event: Sendable {
  /// `false` if there is no such story.
  case armed(Bool)
  case fetched(Result<FetchedDocument, FetchError>)
  /// `false` if nothing is scheduled.
  case moved(Bool)
  case paused
  case signalled(Signal)
  case examined(Evidence)
  case judged(Judgement)
}

/// What a test or a person reports of a login.
package struct Signal: Sendable, Hashable {
  package var said: Look.Said?
  package var exit: Int?
  package var words = ""

  package init(said: Look.Said? = nil, exit: Int? = nil, words: String = "") {
    (self.said, self.exit, self.words) = (said, exit, words)
  }
}

/// What the emulator recorded of the logins since the case was armed.
package struct Evidence: Sendable, Hashable {
  /// The login that took the story; `nil` if none did.
  package var transaction: String?
  /// True if a login began that is no longer kept, so that nothing is known of it.
  package var isLost = false
  /// True if the answer with the story's defect was sent.
  package var isDelivered = false
  /// Why it was not, where that is known.
  package var obstacle: String?
  /// True if another login began after it, which hides what became of this one.
  package var isFollowed = false
  /// True if the story was taken by a login of the judge's own browser; `nil` if its requests do not tell.
  package var isOwn: Bool?
  /// True if logins of several clients began, so that the story may have been taken by another's.
  package var isCrowded = false
  /// Why what the story calls wrong, to refuse it or to accept it, may be right all the same.
  package var excuse: String?
  /// Anything else the emulator saw, for people.
  package var remark: String?
  /// What the emulator itself saw of the relying party, such as in its traffic.
  package var shown: Sighting?
  /// The journal's entries, a line each.
  package var exchanges: [String] = []
  /// Calls that the emulator answered with an error, also without a login.
  package var refusals: [String] = []
  /// False if no endpoint that answers with an id_token was called.
  package var isOpenID = true
  /// What the relying party did wrong, each with its fix.
  package var problems: [String] = []
  /// Which addresses clash, each with what to set; only looked for where a login must succeed.
  package var clashes: [String] = []

  package init() {}
}

/// The verdict on a login, in the terms of its story's expectation.
package struct Judgement: Sendable, Hashable {
  package let result: Verdict.Result
  package let reasons: [String]
  /// The name of the case that decides what this login leaves open.
  package var decidedBy: String?

  package init(_ result: Verdict.Result, _ reasons: [String]) {
    (self.result, self.reasons) = (result, reasons)
  }
}
