import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// Knows the friend before the session is looked up: a call counts on the friend's own sessions only, and no call of
  /// an unknown one counts.
  static func asker(_ veridium: Veridium) -> (Call) -> CallReading<Friend, Session> {
    { call in
      do throws(FriendRefusal) {
        let friend = try veridium.friend(call)
        let identifier = FriendBody(call.request)["sessionId"]?.string
        return .accepted(
          friend, handle: identifier,
          isMeant: { $0.identifier == identifier && !$0.detail.isRefused && $0.client == friend.name })
      } catch { return .refused(veridium.refuse(error, veridium.switches(of: nil), [])) }
    }
  }

  /// Answers a friend's call about a session, or refuses it.
  func asked(
    _ call: OwnedCall<Session>, by friend: Friend, _ answer: (Transaction<Session>, [Finding]) -> Outcome
  ) -> Outcome {
    let switches = call.transaction?.detail.switches ?? switches(of: friend)
    var findings = friend.findings + bearerFindings(call.call)
    do throws(FriendRefusal) {
      try checkCredential(friend, switches)
      findings += try FriendMediaType.sessionStatus.check(call.request, switches)
      let body = FriendBody(call.request)
      try body.check()
      let session = try session(try body.required("sessionId"), call)
      ledger.note(findings, on: session.identifier)
      return answer(session, findings)
    } catch {
      var refused = refuse(error, switches, findings, session: call.transaction?.identifier)
      refused.client = friend.name
      return .answer(refused)
    }
  }

  /// The session, if it is the friend's and its status can still be read (§1a, §3).
  private func session(
    _ identifier: String, _ call: OwnedCall<Session>
  ) throws(FriendRefusal) -> Transaction<Session> {
    let unknown = "The session is not known"
    guard let found = call.transaction else {
      if let other = ledger.find(identifier), other.identifier == identifier, !other.detail.isRefused {
        throw FriendRefusal(
          .session, unknown, Finding(SessionRules.sessionOfAnotherFriend, "it belongs to \(other.client)"))
      }
      throw FriendRefusal(.session, unknown, Finding(SessionRules.sessionUnknown, "\"\(identifier)\""))
    }
    guard found.isReadable(at: call.now) else {
      throw FriendRefusal(
        .session, unknown, Finding(SessionRules.sessionForgotten, found.state(at: call.now)))
    }
    return found
  }
}
