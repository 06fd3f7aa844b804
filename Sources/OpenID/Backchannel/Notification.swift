package import Flow
import HTTP
import JSON
import ProviderKit

extension OpenIDProvider {
  /// How the client of a request is to be notified, after its `client_notification_token` was checked (CIBA Core
  /// §7.1).
  func notification(
    _ request: inout AuthorizationRequest<RelyingParty>
  ) throws(OpenIDRefusal) -> BackchannelRequest.Notification? {
    let token = request.parameters["client_notification_token"]
    switch request.client.backchannelDelivery {
    case .poll, nil:
      if token != nil { request.findings += Self.book.advice(.notificationTokenInPoll) }
      return nil
    case .ping(let endpoint):
      guard let token else {
        throw Self.wrongToken(.notificationTokenMissing, "", "client_notification_token is missing")
      }
      guard token.utf8.count <= 1024 else {
        throw Self.wrongToken(
          .notificationTokenLong, "\(token.utf8.count) characters", "client_notification_token is too long")
      }
      guard BearerToken.isWellFormed(token) else {
        throw Self.wrongToken(
          .notificationTokenMalformed, token, "client_notification_token is not a Bearer token")
      }
      if token.utf8.count < 16 { request.findings += Self.book.advice(.notificationTokenShort, token) }
      return BackchannelRequest.Notification(endpoint: endpoint, token: token)
    }
  }

  /// The refusal of a client that is not registered for logins over the back channel.
  package static var backchannelUnregistered: OpenIDRefusal {
    OpenIDRefusal(
      .unauthorizedClient, book[.backchannelUnregistered], "",
      "The client may not use backchannel authentication")
  }

  private static func wrongToken(
    _ rule: OpenIDRule, _ seen: String, _ description: String
  ) -> OpenIDRefusal { OpenIDRefusal(.invalidRequest, book[rule], seen, description) }

  // MARK: Pings

  /// Notes how the client of a new login is to be notified.
  ///
  /// - Returns: what to send it at once.
  func notify(
    _ login: Transaction<Login>, by notification: BackchannelRequest.Notification?, at now: Instant
  ) -> [Delivery] {
    guard let notification else { return [] }
    logins.update(login.identifier) { $0.detail.grant.backchannel?.notification = notification }
    return pings(of: login.identifier, at: now)
  }

  /// True while a login may be decided by the passing of time, so that `sendPings` has something to send.
  package var awaitsPings: Bool { exchanges.awaitsPings }

  /// Sends the pings of logins that were decided by the passing of time since the last call; a provider calls it from
  /// `expire`.
  package func sendPings(at now: Instant) {
    for identifier in exchanges.due(at: now) { sendPings(of: identifier, at: now) }
  }

  /// Sends the ping of one login, which a human has just decided.
  package func sendPings(of identifier: String, at now: Instant) {
    sandbox.deliveries.add(pings(of: identifier, at: now), of: Self.slug, transaction: identifier)
  }

  /// The ping of a decided login, only once; an undecided login is looked at again when it may be decided.
  private func pings(of identifier: String, at now: Instant) -> [Delivery] {
    guard let login = logins.find(identifier), let request = login.detail.grant.backchannel,
      let notification = request.notification, notification.sent == nil
    else { return [] }
    switch decision(on: login, at: now) {
    case .approved, .refused: break
    case .expired: return []
    case nil:
      login.timeline.next(after: now).map { exchanges.look(at: identifier, $0) }
      return []
    }
    let decided = decided(login, at: now)
    let isFirst = logins.update(identifier) { login in
      guard login.detail.grant.backchannel?.notification?.sent == nil else { return false }
      login.detail.grant.backchannel?.notification?.sent = decided
      return true
    }
    guard isFirst == true else { return [] }
    let course = pingCourse(of: login)
    if course == .lost { logins.note(outcome: Ping.Outcome.lost) }
    return Array(
      repeating: ping(login, request.identifier, notification, due: decided), count: course.copies)
  }

  /// When the login was decided.
  private func decided(_ login: Transaction<Login>, at now: Instant) -> Instant {
    let moments = login.timeline.steps.map(\.at).filter { $0 <= now }
    return moments.first { decision(on: login, at: $0) != nil } ?? now
  }

  /// A message that names the request whose outcome the client may ask for, and nothing more (§10.2).
  private func ping(
    _ login: Transaction<Login>, _ request: String, _ notification: BackchannelRequest.Notification,
    due: Instant
  ) -> Delivery {
    let change = login.decision.scenario?.tokens[Ping.token.term.name]
    let token =
      change?.defect == Ping.wrongToken.name
      ? sandbox.environment.identifier(
        length: 43, from: .base64URL, ordinal: login.ordinal, purpose: "\(Self.slug)/forged_ping")
      : notification.token
    let body = JSON.object(["auth_req_id": .string(request)]).merging(.object(change?.claims ?? [:]))
    var ping = Delivery(
      Ping.event.name, for: login.client, to: notification.endpoint,
      headers: ["Content-Type": "application/json", "Authorization": "Bearer \(token)"], body: body.bytes(),
      due: due, retries: [.seconds(1)])
    // The sandbox owns the delivery, so the delivery must not retain the sandbox.
    ping.heard = { [weak logins] in logins?.noteAnswer(to: $0, of: login.identifier, in: Self.book) }
    return ping
  }

  package func pingCourse(of login: Transaction<Login>) -> Ping.Course { .once }
}

extension TransactionLedger where Detail: OpenIDLogin {
  fileprivate func noteAnswer(to ping: DeliveryRecord, of login: String, in book: RuleBook) {
    guard let attempt = ping.attempts.last else { return }
    if ping.state == .delivered {
      update(login) { $0.detail.grant.backchannel?.notification?.isTaken = true }
      note(outcome: Ping.Outcome.pinged)
      return
    }
    let seen =
      switch attempt.outcome {
      case .success(let status): "\(ping.delivery.url) answered \(status)"
      case .failure(let error): "\(ping.delivery.url): \(error)"
      }
    report(book.advice(.pingNotTaken, seen), on: login, at: attempt.at)
    if ping.state == .failed { note(outcome: Ping.Outcome.lost) }
  }
}
