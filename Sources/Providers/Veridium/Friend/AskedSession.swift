import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// Refuses unknown callers before the session is looked up, so that their calls do not count.
  static func knownFriends(
    _ veridium: Veridium, _ call: Call, _ answer: @Sendable (Veridium, Call) throws(DocumentNeeded) -> Outcome
  ) throws(DocumentNeeded) -> Outcome {
    do throws(FriendRefusal) {
      _ = try veridium.friend(call)
    } catch { return .answer(veridium.refuse(error, veridium.switches(of: nil), [])) }
    return try answer(veridium, call)
  }

  /// Answers a friend's call about a session, or refuses it.
  func asked(
    _ call: OwnedCall<Session>, _ answer: (Transaction<Session>, [Finding]) -> Outcome
  ) -> Outcome {
    var switches = switches(of: nil)
    var findings: [Finding] = []
    do throws(FriendRefusal) {
      let friend = try friend(call.call)
      switches = call.transaction?.detail.switches ?? self.switches(of: friend)
      findings = friend.findings + bearerFindings(call.call)
      try checkCredential(friend, switches)
      findings += try FriendMediaType.sessionStatus.check(call.request, switches)
      let body = FriendBody(call.request)
      try body.check()
      let session = try session(try body.required("sessionId"), call, friend)
      ledger.note(findings, on: session.identifier)
      return answer(session, findings)
    } catch {
      return .answer(refuse(error, switches, findings, session: call.transaction?.identifier))
    }
  }

  /// The session, if it is the friend's and its status can still be read (§1a, §3).
  private func session(
    _ identifier: String, _ call: OwnedCall<Session>, _ friend: Friend
  ) throws(FriendRefusal) -> Transaction<Session> {
    let unknown = "The session is not known"
    guard let found = call.transaction else {
      throw FriendRefusal(.session, unknown, Finding(SessionRules.sessionUnknown, "\"\(identifier)\""))
    }
    guard found.client == friend.name else {
      throw FriendRefusal(
        .session, unknown, Finding(SessionRules.sessionOfAnotherFriend, "it belongs to \(found.client)"))
    }
    guard found.isReadable(at: call.now) else {
      throw FriendRefusal(
        .session, unknown, Finding(SessionRules.sessionForgotten, found.state(at: call.now)))
    }
    return found
  }
}
