import Flow
import Frame
import HTTP
import JSON

/// The stories that a flow can show, by what goes wrong in them.
struct DemoStories {
  enum Group: String, CaseIterable {
    case well, person, people, time, tokens, answers, ways

    var title: String {
      switch self {
      case .well: "It goes well"
      case .person: "The person does something else"
      case .people: "Unusual people"
      case .time: "Time runs out"
      case .tokens: "Tokens and results that are not to be believed"
      case .answers: "Answers that fail, come late or get lost"
      case .ways: "Unusual ways of the provider"
      }
    }

    init(of story: Scenario) {
      let verbs = if case .steps(let steps)? = story.phone { steps.map(\.verb) } else { [String]() }
      self =
        !story.tokens.isEmpty
        ? .tokens
        : !story.faults.isEmpty
          ? .answers
          : story.person != nil && story.quirks.isEmpty && !story.name.contains("mitid")
            ? .people
            : story.phone == .steps([]) || !story.lifetimes.isEmpty
              ? .time
              : verbs.contains(where: DemoStories.refusals.contains)
                ? .person : story.quirks.isEmpty ? .well : .ways
    }
  }

  private static let refusals: Set = [
    "reject", "cancel", "skip", "wrong_icon", "wrong_pin", "wrong_face", "fail", "ignore", "stay", "return",
    "refuse_camera", "fail_verification", "cancel_verification", "bad_sample", "push_lost",
  ]

  let groups: [(group: Group, stories: [Scenario])]
  let count: Int

  /// Those in whose title, name or group each word occurs.
  init(_ stories: [Scenario], matching search: String) {
    let words = SearchedWord.words(of: search)
    let found = stories.filter { story in
      let texts = [story.title, story.name, Group(of: story).title]
      return words.allSatisfy { word in texts.contains(where: word.occurs) }
    }
    groups = Group.allCases.map { group in (group, found.filter { Group(of: $0) == group }) }
      .filter { !$0.stories.isEmpty }
    count = found.count
  }
}

extension Scenario {
  /// What the presenter has to do or to know; `nil` if the story runs to its end by itself.
  func advice(in flow: DemoFlow) -> String? {
    if faults.contains(where: { $0.endpoint == "authorize" || $0.endpoint == "page" }) {
      return "Ends on the provider's page: press S to begin again."
    }
    if ["error_page", "no_redirect"].contains(quirks["timeout"]?.word ?? "") {
      return "Ends on the provider's page, from which nobody comes back: press S to begin again."
    }
    if name == "reuseid/locked-at-start" || name == "reuseid/push-validated" {
      return "Ends where the app is turned away: press S to begin again."
    }
    guard case .steps(let steps)? = phone else { return nil }
    if provider == "reuseid", steps.count(where: { $0.verb == "wrong_pin" }) > 2 {
      return "Locks the device, which stays locked in this sandbox."
    }
    if steps.isEmpty || ["ignore", "open", "scan", "return", "stay"].contains(steps.last?.verb ?? "")
      || steps.contains(where: { $0.after > .seconds(20) })
    {
      return "Waits until time is over; K skips it."
    }
    return nil
  }
}
