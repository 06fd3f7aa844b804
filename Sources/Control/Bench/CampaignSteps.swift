import Flow
import Judge

/// What happened in the campaigns of a sandbox, numbered so that readers continue after the last one they saw.
struct CampaignSteps: Sendable {
  struct Step: Sendable {
    /// From 1, without gaps.
    let number: Int
    /// In real time, which a campaign does not move.
    let at: Instant
    /// The number of the campaign in the sandbox.
    let campaign: Int
    let provider: String
    /// The only client whose logins count; `nil` for any.
    let client: String?
    let what: What
  }

  enum What: Sendable {
    /// With the number of its cases, and how many of their results come from an earlier campaign.
    case started(cases: Int, kept: Int)
    /// From here on it is known what distinguishes logged in from not logged in.
    case learned(Distinction)
    /// The nth result, or a later change of it.
    case judged(CaseResult, nth: Int, of: Int)
    case finished(Campaign.Stage, [CaseResult])
  }

  /// At least this many of the latest steps are kept, and at most twice as many.
  static let capacity = 1024

  private var steps: [Step] = []
  private(set) var last = 0
  private var told: [CaseResult] = []
  private var stage = Campaign.Stage.learning

  /// Begins with a campaign that replaces the one before.
  mutating func begin(_ campaign: Campaign, _ number: Int, at now: Instant) {
    (told, stage) = (campaign.results, .learning)
    add(.started(cases: campaign.caseCount, kept: told.count), of: campaign, number, now)
  }

  /// Adds the changes since the last call.
  mutating func note(_ campaign: Campaign, _ number: Int, at now: Instant) {
    defer { (told, stage) = (campaign.results, campaign.stage) }
    if stage == .learning, campaign.stage == .judging || campaign.stage == .done,
      campaign.distinction != Distinction()
    {
      add(.learned(campaign.distinction), of: campaign, number, now)
    }
    // A stuck campaign has one reason for all its cases.
    if !campaign.stage.isStuck { noteResults(of: campaign, number, now) }
    guard campaign.stage.isOver, !stage.isOver else { return }
    add(.finished(campaign.stage, campaign.results), of: campaign, number, now)
  }

  private mutating func noteResults(of campaign: Campaign, _ number: Int, _ now: Instant) {
    // Cheap while nothing changed, because both share storage.
    guard told != campaign.results else { return }
    for (index, result) in campaign.results.enumerated()
    where !told.indices.contains(index) || told[index] != result {
      add(.judged(result, nth: index + 1, of: campaign.caseCount), of: campaign, number, now)
    }
  }

  private mutating func add(_ what: What, of campaign: Campaign, _ number: Int, _ now: Instant) {
    if steps.count == 2 * Self.capacity { steps.removeFirst(Self.capacity) }
    last += 1
    steps.append(
      Step(
        number: last, at: now, campaign: number, provider: campaign.order.provider,
        client: campaign.order.client, what: what))
  }

  /// The first steps after a number, and how many before them are no longer kept.
  func page(after number: Int, limit: Int) -> (steps: [Step], lost: Int) {
    (Array(steps.drop { $0.number <= number }.prefix(limit)), max(0, last - steps.count - number))
  }
}
