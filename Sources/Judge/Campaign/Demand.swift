package import Flow
package import HTTP

/// What a campaign wants done next; the answer to each is an `Event`.
package enum Demand: Sendable {
  /// Lets the next login take this; answered by `armed`.
  case arm(Story)
  /// A request of the user agent, given up after this time; answered by `fetched`.
  case fetch(WebRequest, atMost: Duration)
  /// Moves the sandbox's clock to the next instant at which something happens; answered by `moved`.
  case advance(atMost: Duration)
  /// Real time passes; answered by `paused`.
  case pause(Duration)
  /// Waits for somebody else: for a signal, or until that much time has passed; answered by `signalled` or `paused`.
  case listen(Listening, atMost: Duration)
  /// Looks at what the emulator has of the login since `arm`; answered by `examined`.
  case examine
  /// Says of a login what was seen of the relying party, and judges it; answered by `judged`.
  case say(Sighting.Kind, String, transaction: String)
  case finished

  /// What the next login does.
  package enum Story: Sendable, Hashable {
    case approving
    case refusing
    /// A person who approves at another provider, by its name.
    case approvingAt(String)
    /// A case's, by its full name.
    case named(String)
  }

  /// What somebody else is waited for to do.
  package struct Listening: Sendable, Hashable {
    /// The case, or `login` and `refusal` while learning.
    package let name: String
    package let title: String
    /// The key of the person who logs in; `nil` for whoever does.
    package var person: String?
  }
}

package enum Event: Sendable {
  /// `false` if there is no such story.
  case armed(Bool)
  case fetched(Result<FetchedDocument, FetchError>)
  /// `false` if nothing is to happen.
  case moved(Bool)
  case paused
  case signalled(Signal)
  case examined(Evidence)
  case judged(Judgement)
}

/// What a test or a person says of a login.
package struct Signal: Sendable, Hashable {
  package var said: Look.Said?
  package var exit: Int?
  package var words = ""

  package init(said: Look.Said? = nil, exit: Int? = nil, words: String = "") {
    (self.said, self.exit, self.words) = (said, exit, words)
  }
}

/// What the emulator has of the logins since the case was armed.
package struct Evidence: Sendable, Hashable {
  /// The login that took the story; `nil` if none did.
  package var transaction: String?
  /// True if the answer with the story's defect was sent.
  package var isDelivered = false
  /// Why it was not, where that is known.
  package var obstacle: String?
  /// True if another login began after it, which does not show what became of this one.
  package var isFollowed = false
  /// Why refusing it may be right all the same.
  package var excuse: String?
  /// What else the emulator saw of it, for people.
  package var remark: String?
  /// What the emulator saw by itself, such as in its traffic.
  package var shown: Sighting?
  /// The journal's entries, a line each.
  package var exchanges: [String] = []
  /// What the emulator answered with an error, also where no login began.
  package var refusals: [String] = []
  /// False if no endpoint was called that answers with an id_token.
  package var isOpenID = true
  /// What the relying party did wrong, each with its fix.
  package var problems: [String] = []
  /// Which addresses clash, each with what to set; looked for where a login has to succeed.
  package var clashes: [String] = []

  package init() {}
}

/// The verdict on a login, in the words of its story's expectation.
package struct Judgement: Sendable, Hashable {
  package let result: Verdict.Result
  package let reasons: [String]
  /// The case that decides what this login leaves open, by its name.
  package var decidedBy: String?

  package init(_ result: Verdict.Result, _ reasons: [String]) {
    (self.result, self.reasons) = (result, reasons)
  }
}
