import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// The session that a friend asks about.
  struct SoughtSession: Sendable {
    let session: Transaction<Session>
    let faults: [Fault]
    let findings: [Finding]
  }
}

extension Veridium {
  /// What became of looking for a session.
  enum Search {
    case found(SoughtSession)
    case refused(Answer)
  }

  /// Finds the session that a friend's call is about, and checks the call.
  func sought(_ call: Call, at endpoint: VeridiumEndpoint) -> Search {
    let friend: Friend
    do throws(FriendRefusal) {
      friend = try self.friend(call)
    } catch { return .refused(refuse(error, switches(of: nil), [])) }
    let body = FriendBody(call.request)
    let named = body["sessionId"]?.string ?? ""
    let noted = ledger.call(at: endpoint, of: named, for: call) {
      $0.identifier == named && !$0.detail.isRefused
    }
    if let instead = noted.answerInstead { return .refused(instead) }
    let switches = noted.transaction?.detail.switches ?? switches(of: friend)
    var findings = friend.findings + bearerFindings(call)
    do throws(FriendRefusal) {
      try checkCredential(friend, switches)
      try FriendMediaType.sessionStatus.check(call.request, switches, &findings)
      try body.check()
      let session = try session(try body.required("sessionId"), noted.transaction, friend)
      ledger.note(findings, on: session.identifier)
      return .found(SoughtSession(session: session, faults: noted.faults, findings: findings))
    } catch {
      return .refused(
        refuse(error, switches, findings, session: noted.transaction?.identifier, faults: noted.faults))
    }
  }

  /// The session, if it is the friend's and its status can still be read (§1a, §3).
  private func session(
    _ identifier: String, _ found: Transaction<Session>?, _ friend: Friend
  ) throws(FriendRefusal) -> Transaction<Session> {
    let unknown = "The session is not known"
    guard let found else {
      throw FriendRefusal(.session, unknown, Finding(SessionRules.sessionUnknown, "\"\(identifier)\""))
    }
    guard found.client == friend.name else {
      throw FriendRefusal(
        .session, unknown, Finding(SessionRules.sessionOfAnotherFriend, "it belongs to \(found.client)"))
    }
    guard found.isReadable(at: ledger.now) else {
      throw FriendRefusal(
        .session, unknown, Finding(SessionRules.sessionForgotten, found.state(at: ledger.now)))
    }
    return found
  }
}
