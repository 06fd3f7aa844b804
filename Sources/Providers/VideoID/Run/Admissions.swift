import Flow
import ProviderKit

/// An order of another provider, found by its bearer token (contract reuseid §1a).
struct Admission: Sendable {
  let token: String
  let order: IdentityVerifications.Order
  let validUntil: Instant
  /// When nothing more can come of the order: its token, its authorizations and its SDKs have expired.
  var openUntil: Instant
  /// How many runs the token has asked for.
  var uses = 0
  var failures = 0
  /// When the latest run ends without a result.
  var idleFrom = Instant(milliseconds: 0)

  /// One run, and another after each that failed or was cancelled, as often as the order allows (contract reuseid §3).
  func hasUse(at now: Instant) -> Bool {
    guard order.isSingleUse else { return true }
    return uses == 0 || uses < order.attempts && idleFrom <= now
  }

  /// True if the story, not the app, is why a call comes too late.
  var excusesLateness: Bool { order.isCutShort && uses == 0 }

  /// What the person does in the present attempt; `nil` if the order does not say.
  var conduct: IdentityVerifications.Conduct? {
    order.conduct.isEmpty ? nil : order.conduct[min(failures, order.conduct.count - 1)]
  }
}

/// The open orders of other providers; at most `capacity`.
final class Admissions: Sendable {
  /// Beyond it the oldest ends early.
  static let capacity = 10_000

  struct State {
    var open: [String: Admission] = [:]
    /// In order of creation; some of them have ended.
    var tokens: [String] = []
    /// Those that have ended, so that a late call is known to be late, and their results can be read.
    var ended: [String: Admission] = [:]
  }

  let state = Kept(State())

  func add(_ admission: Admission, at now: Instant) {
    let early = state.withLock { state -> Admission? in
      state.open[admission.token] = admission
      state.tokens.append(admission.token)
      guard state.open.count > Self.capacity,
        let oldest = state.tokens.first(where: { state.open[$0] != nil })
      else { return nil }
      return Self.end(oldest, in: &state)
    }
    early?.order.ended(.expired, now)
  }

  /// Throws if the token has expired or its order has ended; `nil` if no order has the token.
  ///
  /// - Parameter isReading: true if the order may have ended: what came of it can be read (signicat-hub §4.4).
  func admission(_ token: String, at now: Instant, isReading: Bool) throws(APIRefusal) -> Admission? {
    let (open, ended) = state.withLock { state in
      // Most sandboxes have no orders.
      state.tokens.isEmpty ? (nil, nil) : (state.open[token], state.ended[token])
    }
    guard let admission = open ?? (isReading ? ended : nil) else {
      guard let ended else { return nil }
      throw .unauthorized(
        "The operation of this token has ended",
        ended.excusesLateness ? nil : Finding(BearerRules.operationEnded))
    }
    guard now < admission.validUntil else {
      throw .unauthorized(
        "The access token is invalid or has expired",
        admission.excusesLateness
          ? nil : Finding(BearerRules.tokenExpired, "it was valid until \(admission.validUntil.text)"))
    }
    return admission
  }

  /// The admission of a token, even an expired one.
  func admission(_ token: String) -> Admission? { state.withLock { $0.open[token] } }

  /// True if the text is, or was, the token of an order.
  func knows(_ token: String) -> Bool {
    state.withLock { $0.open[token] != nil || $0.ended[token] != nil }
  }

  /// Uses a token once; false if it has no use left.
  ///
  /// Of concurrent calls, one succeeds.
  func use(_ token: String, at now: Instant) -> Bool {
    state.withLock { state in
      guard let admission = state.open[token], admission.hasUse(at: now) else { return false }
      state.open[token]?.uses += 1
      state.open[token]?.idleFrom = Instant(milliseconds: .max)
      return true
    }
  }

  /// Returns a use, because the request was not answered.
  func giveBack(_ token: String) {
    state.withLock { state in
      state.open[token]?.uses -= 1
      state.open[token]?.idleFrom = Instant(milliseconds: 0)
    }
  }

  /// A run was begun with an order's token; tells the ordering provider.
  func note(_ run: Transaction<Run>, at now: Instant) {
    guard let token = run.detail.admission else { return }
    let begun = state.withLock { state -> Admission? in
      state.open[token]?.idleFrom = run.detail.authorizedUntil
      Self.keepOpen(token, until: run.detail.authorizedUntil, in: &state)
      return state.open[token]
    }
    begun?.order.begun(run.identifier, now)
  }

  /// The SDK of a run was started: the order stays open as long as the SDK.
  func noteStart(_ run: Transaction<Run>) {
    guard let token = run.detail.admission else { return }
    state.withLock { state in
      state.open[token]?.idleFrom = run.timeline.deadline
      Self.keepOpen(token, until: run.timeline.deadline, in: &state)
    }
  }

  /// A run waits for its review.
  func keepOpen(_ run: Transaction<Run>, until moment: Instant) {
    guard let token = run.detail.admission else { return }
    state.withLock { state in
      state.open[token]?.idleFrom = Instant(milliseconds: .max)
      Self.keepOpen(token, until: moment, in: &state)
    }
  }

  /// An attempt has ended, and with it the order, unless it had no result and another attempt is allowed.
  func noteEnding(of run: Transaction<Run>, _ ending: IdentityVerifications.Ending, at now: Instant) {
    guard let token = run.detail.admission else { return }
    let told = state.withLock { state -> Admission? in
      if case .completed = ending { return Self.end(token, in: &state) }
      state.open[token]?.failures += 1
      state.open[token]?.idleFrom = now
      guard let admission = state.open[token], admission.failures >= admission.order.attempts else {
        return nil
      }
      return Self.end(token, in: &state)
    }
    told?.order.ended(ending, now)
  }

  /// Ends the orders of which nothing more can come.
  func sweep(at now: Instant) {
    let over = state.withLock { state in
      state.tokens.compactMap { state.open[$0] }.filter { $0.openUntil <= now }
        .compactMap { Self.end($0.token, in: &state) }
    }
    for admission in over { admission.order.ended(.expired, now) }
  }

  private static func keepOpen(_ token: String, until moment: Instant, in state: inout State) {
    guard let admission = state.open[token] else { return }
    state.open[token]?.openUntil = max(admission.openUntil, moment)
  }

  private static func end(_ token: String, in state: inout State) -> Admission? {
    guard let admission = state.open.removeValue(forKey: token) else { return nil }
    if state.ended.count >= capacity { state.ended = [:] }
    state.ended[token] = admission
    // Never empties the list: to `admission`, an empty list means that there never was a token.
    if state.tokens.count > 2 * state.open.count + 64 {
      state.tokens.removeAll { state.open[$0] == nil && $0 != token }
    }
    return admission
  }
}
