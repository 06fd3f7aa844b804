import Flow
import ProviderKit

/// An order at BankID, and what the client did with it.
///
/// Its status is a pure function of this, the person's timeline and the clock:
///
///     outstandingTransaction ──(app opened, QR scanned)──► started ──► userSign ──► complete
///               │ 30 s                                        └────┬───────┘
///               ▼                                                  ▼
///          startFailed                userCancel, certificateErr, expiredTransaction after 180 s, …
///
///     any of the above ──cancelUrl──► cancelled by the client        complete ──completeUrl──► consumed
///
/// If the QR code is not scanned in time, the hosted page replaces the order with a new one while the login waits.
struct BankIDOrder: Sendable {
  private var names: BankIDNames
  var flow: BankIDFlow
  let answer: BankIDAnswer
  /// True if our page shows it, rather than one of the client's.
  let isHosted: Bool
  /// When it was made or last renewed.
  private(set) var started: Instant
  /// Blocks other orders for the same person (§3, Blocked SSN); `nil` if none was given.
  var personalNumber: String?
  let limits: BankIDLimits
  /// The IP address of the caller.
  let address: String
  /// True if the person approves as soon as the app has the order.
  let isApprovedWhenOpened: Bool
  /// True if no app has a BankID with the personal number.
  let namesUnknownPerson: Bool
  /// How often the hosted page renewed it.
  private(set) var renewals = 0
  /// When the client called `cancelUrl`.
  var cancelledByClient: Instant?
  /// When another order for the same person ended it.
  var aborted: Instant?
  /// True once `completeUrl` has answered.
  var isConsumed = false
  /// The `redirect` of the launch link that opened the app.
  var redirect: String?

  var autoStartToken: String { names.autoStartToken }
  /// `nil` for an order that shows no QR code.
  var qr: AnimatedQR? { names.qr }

  /// True if a launch link or QR code with this token is for the order.
  func isLaunched(by token: String) -> Bool { autoStartToken == token || qr?.startToken == token }

  init(
    flow: BankIDFlow, answer: BankIDAnswer, isHosted: Bool, started: Instant, personalNumber: String?,
    names: BankIDNames, limits: BankIDLimits, address: String,
    isApprovedWhenOpened: Bool = false, namesUnknownPerson: Bool = false
  ) {
    (self.flow, self.answer, self.isHosted, self.started) = (flow, answer, isHosted, started)
    (self.personalNumber, self.names) = (personalNumber, names)
    (self.limits, self.address) = (limits, address)
    (self.isApprovedWhenOpened, self.namesUnknownPerson) = (isApprovedWhenOpened, namesUnknownPerson)
  }

  /// Replaces an order that no app picked up with a new one.
  mutating func renew(_ names: BankIDNames, at now: Instant) {
    (started, renewals, self.names) = (now, renewals + 1, names)
  }
}

/// The tokens by which an app picks up an order.
struct BankIDNames: Sendable {
  /// For launch links.
  let autoStartToken: String
  /// `nil` if no QR code is shown.
  let qr: AnimatedQR?
}

/// How long the parts of an order live (§1.9).
struct BankIDLimits: Sendable, Hashable {
  /// The time in which an app must pick up the order.
  let start: Duration
  /// The time after which an order with a personal number changes to `noClient`.
  let noClient: Duration
  /// The time from `started` to `userSign`.
  let appStart: Duration
  /// How long a completed order can be polled.
  let completeRecord: Duration
  /// How long a failed order can be polled.
  let failedRecord: Duration
}

/// The lifetimes and switches that concern an order.
struct BankIDTerms: Sendable {
  /// How long the order waits for the person.
  let patience: Duration
  let limits: BankIDLimits
  /// True if native apps get `pollUrl` as null; otherwise it is left out.
  let hasNullPollURL: Bool
  /// True if browsers get launch links without `redirect`.
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

enum BankIDStatus: Sendable, Hashable {
  case pending(BankIDHint)
  case complete(at: Instant)
  case failed(BankIDHint, at: Instant)
  case cancelledByClient(at: Instant)

  var isPending: Bool { if case .pending = self { true } else { false } }
  /// True if no app has picked up the order.
  var isOutstanding: Bool { self == .pending(.outstandingTransaction) || self == .pending(.noClient) }
}

extension BankIDOrder {
  /// True if the QR code of the hosted page is too old, so that the order must be replaced.
  func needsRenewal(_ timeline: Timeline, at now: Instant) -> Bool {
    isRenewed(timeline) && now >= started + limits.start && status(timeline, at: now).isOutstanding
  }

  /// True if the order is replaced when it is not picked up in time: a human looks at the QR code of the hosted page.
  private func isRenewed(_ timeline: Timeline) -> Bool { isHosted && flow == .qr && timeline.isManual }

  func status(_ timeline: Timeline, at now: Instant) -> BankIDStatus {
    if let moment = cancelledByClient { return .cancelledByClient(at: moment) }
    if let moment = aborted { return .failed(.cancelled, at: moment) }
    let pickedUp = timeline.steps.first { BankIDOrder.picksUp($0) && $0.at <= now }
    if let limit = startLimit(timeline), now >= limit, pickedUp.map({ $0.at >= limit }) ?? true {
      // A scenario may have failed it earlier.
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

  /// When the status next changes by itself; `nil` if it does not.
  func next(_ timeline: Timeline, after now: Instant) -> Instant? {
    ([timeline.next(after: now)].compactMap { $0 } + moments(timeline)).filter { $0 > now }.min()
  }

  /// When the status changes by itself, besides the person's steps and the deadline.
  func moments(_ timeline: Timeline) -> [Instant] {
    let pickedUp = timeline.steps.first(where: BankIDOrder.picksUp)
    return [
      startLimit(timeline), personalNumber.map { _ in started + limits.noClient },
      pickedUp.map { $0.at + limits.appStart },
    ].compactMap { $0 }
  }

  /// When an app must have picked up the order; `nil` if it finds it by personal number, or if the order is renewed
  /// instead.
  private func startLimit(_ timeline: Timeline) -> Instant? {
    flow == .anotherDevice || isRenewed(timeline) ? nil : started + limits.start
  }

  /// True if a step implies that the app has the order.
  private static func picksUp(_ step: Timeline.Step) -> Bool {
    switch CriiptoVerb(word: step.verb) {
    case .goBack, .ignore, nil: false
    case .fail: step.reason != BankIDHint.startFailed.rawValue
    default: true
    }
  }

  /// True if an app had the order; cancelling says nothing of that, because the page can do it too.
  func isOpened(_ timeline: Timeline, at now: Instant) -> Bool {
    timeline.steps.contains {
      $0.at <= now && BankIDOrder.picksUp($0) && CriiptoVerb(word: $0.verb) != .cancel
    }
  }

  /// The decision of the person, or the failure of the app.
  private func decision(_ timeline: Timeline, at now: Instant) -> BankIDStatus? {
    let isFinal = isApprovedWhenOpened ? CriiptoVerb.opensOrIsFinal : CriiptoVerb.isFinal
    guard let step = timeline.decision(at: now, isFinal: isFinal) else { return nil }
    switch CriiptoVerb(word: step.verb) {
    case .cancel, .reject: return .failed(.userCancel, at: step.at)
    case .fail:
      // The reason may be a word of another eID.
      let hint = step.reason.flatMap { BankIDHint(rawValue: $0) }
      return .failed(hint.flatMap { $0.isFailure ? $0 : nil } ?? .certificateErr, at: step.at)
    // An app without this BankID keeps looking for it until the order expires.
    default: return namesUnknownPerson ? nil : .complete(at: step.at)
    }
  }

  /// The state of the app between the start and the decision.
  private func progress(_ timeline: Timeline, pickedUp: Instant, at now: Instant) -> BankIDHint {
    guard !namesUnknownPerson else { return .started }
    let latest = timeline.steps.last { $0.at <= now && BankIDOrder.picksUp($0) }
    switch latest.flatMap({ CriiptoVerb(word: $0.verb) }) {
    case .readPassport: return .userMrtd
    case .confirmCall: return .userCallConfirm
    case .wrongPIN: return .userSign
    default: return now >= pickedUp + limits.appStart ? .userSign : .started
    }
  }

  /// True if the record of an order with this status has expired (§3, record purged).
  func isPurged(_ status: BankIDStatus, at now: Instant) -> Bool {
    switch status {
    case .pending: false
    case .complete(let moment): now >= moment + limits.completeRecord
    case .failed(_, let moment), .cancelledByClient(let moment): now >= moment + limits.failedRecord
    }
  }

  /// The text of the QR code; `nil` for an order that shows none.
  func qrData(at now: Instant) -> String? { qr?.data(second: second(at: now)) }

  /// The age of the order in seconds.
  func second(at now: Instant) -> Int64 { max(0, (now - started).wholeMilliseconds / 1000) }
}

extension BankIDOrder {
  /// The handles of an order, besides the identifier of its login.
  var handles: [String] {
    var handles: [String] = []
    // One more for the identifier of the login.
    handles.reserveCapacity(4)
    handles.append(autoStartToken)
    if let qr { handles.append(qr.startToken) }
    if let number = personalNumber { handles.append(BankIDOrder.lockHandle(number)) }
    return handles
  }

  /// The handle of the latest order for a personal number.
  static func lockHandle(_ number: String) -> String { "bankid-number/\(number)" }
}

extension Transaction where Detail == CriiptoLogin {
  var bankIDOrder: BankIDOrder? {
    if case .bankID(let order) = detail.method { order } else { nil }
  }

  /// `nil` if the login has no BankID order.
  func bankIDStatus(at now: Instant) -> BankIDStatus? { bankIDOrder?.status(timeline, at: now) }
}
