import Flow
import ProviderKit

/// An order at BankID: what was asked for, and what the client did with it.
///
/// Where it stands is a pure function of this, the person's timeline and the clock:
///
///     outstandingTransaction ──(app opened, QR scanned)──► started ──► userSign ──► complete
///               │ 30 s                                        └────┬───────┘
///               ▼                                                  ▼
///          startFailed                userCancel, certificateErr, expiredTransaction after 180 s, …
///
///     any of the above ──cancelUrl──► cancelled by the client        complete ──completeUrl──► consumed
///
/// The hosted page shows the code of a new order when nobody scanned the last one in time, as long as the login waits.
struct BankIDOrder: Sendable {
  private var names: BankIDNames
  /// How the person gets to the app.
  var flow: BankIDFlow
  /// What the authorize call was answered with.
  let answer: BankIDAnswer
  /// A page of ours shows it, and not one of the client's.
  let isHosted: Bool
  /// When it was made, or made anew.
  private(set) var started: Instant
  /// The personal number that it was made for; such an order blocks others for the same person (§3, Blocked SSN).
  var personalNumber: String?
  /// How long its parts live.
  let limits: BankIDLimits
  /// The address from which it was asked for.
  let address: String
  /// How often the hosted page made it anew.
  private(set) var renewals = 0
  /// When the client called `cancelUrl`.
  var cancelledByClient: Instant?
  /// When another order for the same person ended it.
  var aborted: Instant?
  /// `completeUrl` has given its answer.
  var isConsumed = false
  /// The `redirect` of the launch link with which the app was opened.
  var redirect: String?

  /// Opens the app on the same device.
  var autoStartToken: String { names.autoStartToken }
  /// What the QR code is made of; `nil` for an order that shows none.
  var qr: AnimatedQR? { names.qr }

  /// The token is that of the order's launch links or of its QR code.
  func isLaunched(by token: String) -> Bool { autoStartToken == token || qr?.startToken == token }

  init(
    flow: BankIDFlow, answer: BankIDAnswer, isHosted: Bool, started: Instant, personalNumber: String?,
    names: BankIDNames, limits: BankIDLimits, address: String
  ) {
    (self.flow, self.answer, self.isHosted, self.started) = (flow, answer, isHosted, started)
    (self.personalNumber, self.names) = (personalNumber, names)
    (self.limits, self.address) = (limits, address)
  }

  /// A new order at BankID takes the place of one that nobody picked up.
  mutating func renew(_ names: BankIDNames, at now: Instant) {
    (started, renewals, self.names) = (now, renewals + 1, names)
  }
}

/// What an order is called by those who pick it up.
struct BankIDNames: Sendable {
  /// Opens the app on the same device.
  let autoStartToken: String
  /// What the QR code is made of; `nil` where none is shown.
  let qr: AnimatedQR?
}

/// How long the parts of an order live (§1.9).
struct BankIDLimits: Sendable, Hashable {
  /// Until when an app must have picked it up.
  let start: Duration
  /// When an order with a personal number says that there is no client.
  let noClient: Duration
  /// How long the app takes until it shows the request.
  let appStart: Duration
  /// How long a completed order can be asked for.
  let completeRecord: Duration
  /// How long a failed order can be asked for.
  let failedRecord: Duration
}

/// What the switches of a login say of an order.
struct BankIDTerms: Sendable {
  /// How long the order waits for the person.
  let patience: Duration
  /// How long its parts live.
  let limits: BankIDLimits
  /// Native apps get `pollUrl` as null; else it is left out.
  let hasNullPollURL: Bool
  /// Browsers get launch links without `redirect`.
  let leavesRedirectOut: Bool

  init(_ switches: Switches) {
    let lifetime = { (lifetime: BankIDLifetime) in switches.lifetime(lifetime.rawValue) }
    patience = lifetime(.order)
    limits = BankIDLimits(
      start: lifetime(.start), noClient: lifetime(.noClient), appStart: lifetime(.appStart),
      completeRecord: lifetime(.completeRecord), failedRecord: lifetime(.failedRecord))
    hasNullPollURL = switches.value(BankIDQuirk.pollURL.rawValue).word == "null"
    leavesRedirectOut = switches.value(BankIDQuirk.redirect.rawValue).word == "absent"
  }
}

/// Where an order stands.
enum BankIDStatus: Sendable, Hashable {
  case pending(BankIDHint)
  case complete(at: Instant)
  case failed(BankIDHint, at: Instant)
  /// The client has cancelled it.
  case cancelledByClient(at: Instant)

  /// The person can still do something.
  var isPending: Bool { if case .pending = self { true } else { false } }
  /// No app has picked it up.
  var isOutstanding: Bool { self == .pending(.outstandingTransaction) || self == .pending(.noClient) }
}

extension BankIDOrder {
  /// True if the code of a page of ours is too old to be scanned, so that a new order takes its place.
  func needsRenewal(_ timeline: Timeline, at now: Instant) -> Bool {
    isRenewed(timeline) && now >= started + limits.start && status(timeline, at: now).isOutstanding
  }

  /// True if it is made anew when its start is missed: where a human looks at the hosted page's QR code.
  private func isRenewed(_ timeline: Timeline) -> Bool { isHosted && flow == .qr && timeline.isManual }

  /// Where the order stands at a moment.
  func status(_ timeline: Timeline, at now: Instant) -> BankIDStatus {
    if let moment = cancelledByClient { return .cancelledByClient(at: moment) }
    if let moment = aborted { return .failed(.cancelled, at: moment) }
    let pickedUp = timeline.steps.first { BankIDOrder.picksUp($0) && $0.at <= now }
    if let limit = startLimit(timeline), now >= limit, pickedUp.map({ $0.at >= limit }) ?? true {
      // A scenario may have failed it before.
      return decision(timeline, at: min(now, limit)) ?? .failed(.startFailed, at: limit)
    }
    if let decided = decision(timeline, at: now) { return decided }
    if timeline.isOver(at: now) { return .failed(.expiredTransaction, at: timeline.deadline) }
    guard let pickedUp else {
      return .pending(
        personalNumber != nil && now >= started + limits.noClient ? .noClient : .outstandingTransaction)
    }
    return .pending(progress(timeline, pickedUp: pickedUp.at, at: now))
  }

  /// When the order next changes by itself; `nil` when nothing comes any more.
  func next(_ timeline: Timeline, after now: Instant) -> Instant? {
    [timeline.next(after: now), startLimit(timeline).flatMap { $0 > now ? $0 : nil }].compactMap { $0 }.min()
  }

  /// Until when an app must pick it up; an order that goes to the person's app by number needs no token.
  private func startLimit(_ timeline: Timeline) -> Instant? {
    flow == .anotherDevice || isRenewed(timeline) ? nil : started + limits.start
  }

  /// True if a step means that the app has the order.
  private static func picksUp(_ step: Timeline.Step) -> Bool {
    switch CriiptoVerb(word: step.verb) {
    case .goBack, .ignore, nil: false
    case .fail: step.reason != BankIDHint.startFailed.rawValue
    default: true
    }
  }

  /// What the person decided, or the app.
  private func decision(_ timeline: Timeline, at now: Instant) -> BankIDStatus? {
    guard let step = timeline.decision(at: now, isFinal: CriiptoVerb.isFinal) else { return nil }
    switch CriiptoVerb(word: step.verb) {
    case .cancel, .reject: return .failed(.userCancel, at: step.at)
    case .fail:
      // A word of another eID says only that something went wrong.
      let hint = step.reason.flatMap { BankIDHint(rawValue: $0) }
      return .failed(hint.flatMap { $0.isFailure ? $0 : nil } ?? .certificateErr, at: step.at)
    default: return .complete(at: step.at)
    }
  }

  /// What the app does between the start and the decision.
  private func progress(_ timeline: Timeline, pickedUp: Instant, at now: Instant) -> BankIDHint {
    let latest = timeline.steps.last { $0.at <= now && BankIDOrder.picksUp($0) }
    switch latest.flatMap({ CriiptoVerb(word: $0.verb) }) {
    case .readPassport: return .userMrtd
    case .confirmCall: return .userCallConfirm
    case .wrongPIN: return .userSign
    default: return now >= pickedUp + limits.appStart ? .userSign : .started
    }
  }

  /// True if the record of an order in this state is gone (§3, record purged).
  func isPurged(_ status: BankIDStatus, at now: Instant) -> Bool {
    switch status {
    case .pending: false
    case .complete(let moment): now >= moment + limits.completeRecord
    case .failed(_, let moment), .cancelledByClient(let moment): now >= moment + limits.failedRecord
    }
  }

  /// What the QR code holds at a moment: a frame for each second of the order; `nil` for an order that shows none.
  func qrData(at now: Instant) -> String? { qr?.data(second: second(at: now)) }

  /// How many seconds old the order is.
  func second(at now: Instant) -> Int64 { max(0, (now - started).wholeMilliseconds / 1000) }
}
