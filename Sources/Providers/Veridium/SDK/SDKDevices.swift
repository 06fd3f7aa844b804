import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// The sessions that a pushed device would see, in place of APNS and FCM (§1d).
  func sdkPending(_ call: Call) -> Outcome {
    let query = try? call.request.target.query
    guard let name = query?["profileId"], !name.isEmpty else {
      return .answer(malformed(.init(reason: "profileId is missing")))
    }
    let pending = pending(of: name, at: call.now).map { session -> JSON in
      [
        "vidSessionId": .string(session.identifier),
        "transactionText": session.detail.prompt.transactionText.map(JSON.string) ?? .null,
        "context": session.detail.prompt.context ?? .null,
        "expiresAt": .string(session.timeline.deadline.text),
      ]
    }
    return .answer(Answer(.notStored(.ok, .array(pending))))
  }

  /// The open sessions that were pushed to a profile's devices, oldest first.
  func pending(of profile: String, at now: Instant) -> [Transaction<Session>] {
    let person = sandbox.library.world.profile(named: profile)?.person.key
    return ledger.transactions.all.filter { session in
      session.detail.flow == .push && session.phase(at: now) == .created && !session.isPushLost(at: now)
        && (session.detail.profile == profile || session.person.key == person
          || Profile(person: session.person).isNamed(profile))
    }
  }

  /// An app has scanned the code of a session opportunity: OPPORTUNITY becomes CREATED (§1d, §3).
  func sdkAttach(_ call: OwnedCall<Session>) -> Outcome {
    let asked: SDKAttachment
    do throws(SDKRequest.Malformed) {
      asked = try SDKAttachment(call.request)
    } catch { return .answer(malformed(error)) }
    guard let session = call.transaction else {
      let finding = Finding(SDKRules.aliasUnknown, "\"\(asked.alias)\"")
      return .answer(attachRefused(404, "No session opportunity has this alias", nil, finding))
    }
    let profile: Profile
    var findings: [Finding] = []
    if let known = sandbox.library.world.profile(named: asked.profile) {
      profile = known
    } else {
      do throws(FriendRefusal) { (profile, findings) = try madeUpProfile(asked.profile) } catch {
        return .answer(attachRefused(404, "Nobody has this profile", session, error.finding))
      }
    }
    guard let attached = attach(session, to: profile, at: call.now) else {
      return .answer(
        attachRefused(
          409, "The session has ended, or another profile has it", session,
          Finding(SDKRules.sessionTaken, session.state(at: call.now))))
    }
    let phase = attached.phase(at: call.now)
    let body: JSON = [
      "vidSessionId": .string(session.identifier),
      "status": .string(Veridium.word(of: phase, session.detail.switches)), "error": .null,
    ]
    ledger.note(findings, on: session.identifier)
    return .answer(Answer(.notStored(.ok, body), findings: findings))
  }

  /// Gives a session to the profile that scanned its code; `nil` if it has ended or belongs to another.
  func attach(
    _ session: Transaction<Session>, to profile: Profile, at now: Instant
  ) -> Transaction<Session>? {
    let name = profile.externalIdentifier
    let attached = ledger.update(session.identifier) { session -> Transaction<Session>? in
      guard session.canBeScanned(at: now) else {
        return session.detail.profile == name && session.phase(at: now) == .created ? session : nil
      }
      session.detail.attached = now
      session.detail.profile = name
      if session.decision.scenario?.person == nil { session.person = profile.person }
      if session.detail.isStandard, !session.timeline.isManual {
        // The usual person approves some time after scanning, or when the app's SDK asks.
        session.timeline = Timeline(
          .steps([
            PhoneStep(
              after: session.detail.switches[veridium: .reaction], VeridiumVerb.approve.rawValue)
          ]),
          reachingPhoneAt: now, waitingFor: session.timeline.deadline - now)
      }
      return session
    }
    sandbox.waiters.touch(session.identifier)
    return attached.flatMap { $0 }
  }

  private func attachRefused(
    _ status: Status, _ text: String, _ session: Transaction<Session>?, _ finding: Finding
  ) -> Answer {
    if let session { ledger.note([finding], on: session.identifier) }
    let body: JSON = ["error": ["code": .integer(status.code), "localizedReason": .string(text)]]
    return Answer(.notStored(status, body), findings: [finding])
  }
}
