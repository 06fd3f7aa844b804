import Flow
import HTTP
import Testing

@testable import Judge

/// Drives a campaign without any emulator: a relying party that answers by path, on a clock that every step moves.
struct Run {
  var campaign: Campaign
  var now = Instant(seconds: 1_800_000_000)
  var armed: Demand.Story?
  /// Answers a request of the user agent while a story is armed.
  var party: (WebRequest, Demand.Story) -> Result<FetchedDocument, FetchError>
  var evidence: (Demand.Story) -> Evidence = { _ in
    var evidence = Evidence()
    (evidence.transaction, evidence.isDelivered) = ("t", true)
    return evidence
  }
  var canAdvance = false
  /// False if there is no story of a person who refuses.
  var knowsRefusal = true
  var fetches = 0
  var signals: [Signal] = []

  init(
    _ cases: [Case], way: Order.Way? = nil, learned: Distinction? = nil, earlier: [CaseResult] = [],
    distinction: Distinction = Distinction(), profile: WebAddress? = nil,
    second: Order.Second? = nil, asker: Asker = .program,
    party: @escaping (WebRequest, Demand.Story) -> Result<FetchedDocument, FetchError> = { _, _ in .page("") }
  ) throws {
    let start = try #require(WebAddress("http://rp.test/login"))
    let emulator = try #require(WebAddress("http://localhost:8080"))
    var order = Order(
      "toy", way ?? .start(start), in: Territory(hosts: ["rp.test"], emulator: [emulator]), cases: cases)
    (order.distinction, order.profile, order.second) = (distinction, profile, second)
    order.asker = asker
    campaign = Campaign(order, learned: learned, earlier: earlier)
    self.party = party
  }

  mutating func play() {
    var demand = campaign.begin(at: now)
    for _ in 0..<10_000 {
      now = now + .milliseconds(10)
      let event: Event
      switch demand {
      case .arm(let story):
        armed = story
        event = .armed(story != .refusing || knowsRefusal)
      case .fetch(let request, let limit):
        fetches += 1
        let answer = party(request, armed ?? .approving)
        if case .failure(.timedOut) = answer { now = now + limit }
        event = .fetched(answer)
      case .advance: event = .moved(canAdvance)
      case .pause(let pause):
        now = now + pause
        event = .paused
      case .listen:
        event = signals.isEmpty ? .paused : .signalled(signals.removeFirst())
      case .examine: event = .examined(evidence(armed ?? .approving))
      case .say(let kind, _, _): event = .judged(Self.judged(kind))
      case .finished: return
      }
      demand = campaign.take(event, at: now)
    }
    Issue.record("the campaign does not end")
  }

  fileprivate static func judged(_ kind: Sighting.Kind) -> Judgement {
    switch kind {
    case .accepted: Judgement(.unmet, ["it must be refused, but was accepted"])
    case .refused: Judgement(.met, [])
    case .crashed: Judgement(.warn, ["it crashed"])
    case .deferred: Judgement(.inconclusive, ["it still waits"])
    }
  }
}

func item(
  _ name: String, _ right: Right = .mustRefuse, before: JudgeCase.Before? = nil,
  wayBack: JudgeCase.WayBack? = nil
) -> Case {
  let judge = JudgeCase(.signature, right, attack: "Somebody does it.", before: before, wayBack: wayBack)
  return Case(
    Scenario(name: "toy/\(name)", title: name, provider: "toy"), judge,
    advice: Advice("RFC 1 §2", fix: "refuse"))
}

/// 200 at /home for who is approved, 403 for who refuses, and for cases what `odd` says.
func party(
  _ odd: @escaping (WebRequest) -> Result<FetchedDocument, FetchError>
) -> (WebRequest, Demand.Story) -> Result<FetchedDocument, FetchError> {
  { request, story in
    guard request.address.path != "/login" || story == .named("toy/start") else {
      return .page("", 302, ["Location": "/cb"])
    }
    switch story {
    case .approving, .approvingAt:
      return request.address.path == "/home" ? .page("Welcome") : .page("", 303, ["Location": "/home"])
    case .refusing: return .page("no", 403)
    case .named: return odd(request)
    }
  }
}
