import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// AuthenticationRequest: a session begins, and a push goes to the devices of the profile (§1a).
  func authenticationRequest(_ call: Call) -> Outcome {
    start(call, at: .authenticationRequest, .authenticationRequest) {
      (opening: Opening) throws(FriendRefusal) in
      var opening = opening
      let name = try opening.body.required("profileExternalId")
      let prompt = try self.prompt(opening.body)
      var (profile, findings) = try self.profile(name, at: call.now)
      // If the profile is unknown, the story's own person answers, so nothing was made up.
      if opening.choice.scenario?.person != nil { findings = [] }
      opening.findings += findings + sessionsAlike(profile, prompt, at: call.now)
      let refusal =
        devices(of: profile, opening.switches).isEmpty
        ? FriendRefusal(
          .device, "The profile has no device for push", Finding(ProfileRules.deviceMissing, name)) : nil
      let opened = open(
        opening, person: ledger.person(opening.choice.decision, named: profile.person),
        atOnce: Veridium.approval,
        handles: { _ in [Self.handle(of: profile, saying: prompt.transactionText)] }
      ) { _, _ in
        var session = Session(
          flow: .push, member: opening.member, profile: name, prompt: prompt, switches: opening.switches,
          issuer: call.publicBase, isStandard: opening.isStandard)
        session.isRefused = refusal != nil
        return session
      }
      let identifier = opened.transaction.identifier
      noteLock(of: identifier)
      var refused: Answer?
      var answer = opened.answer(findings: opening.findings) {
        guard let refusal else { return succeed(["sessionId": .string(identifier)], opening.switches) }
        let answer = refuse(refusal, opening.switches, opening.findings, session: identifier)
        refused = answer
        return answer.response
      }
      answer.remarks += waiting(
        opening, for: "authenticate", ["profileId": .string(name), "vidSessionId": .string(identifier)])
      // No session starts, so the log must not announce one.
      if let refused { (answer.findings, answer.remarks) = (refused.findings, []) }
      return answer
    }
  }

  /// What the person does by default.
  static let approval = PhoneScript.steps([PhoneStep(VeridiumVerb.approve.rawValue)])

  /// What the Authenticator app shows (§1a); the context has no other use.
  private func prompt(_ body: FriendBody) throws(FriendRefusal) -> Session.Prompt {
    let text = try body.optional("transactionText")
    // These two have no effect, but must be strings.
    for name in ["authenticationMode", "extraValues"] { _ = try body.optional(name) }
    return Session.Prompt(transactionText: text, context: try body.optionalObject("context"))
  }

  /// The profile that the friend names; an unknown one is made up.
  private func profile(
    _ name: String, at now: Instant
  ) throws(FriendRefusal) -> (Profile, [Finding]) {
    let profile: Profile
    var findings: [Finding] = []
    if let known = sandbox.library.world.profile(externalIdentifier: name) {
      profile = known
    } else {
      (profile, findings) = try madeUpProfile(name)
    }
    guard isLocked(profile.person, at: now) else { return (profile, findings) }
    throw FriendRefusal(
      .profile, "The profile is not active", Finding(ProfileRules.profileLocked, "\"\(name)\""))
  }

  /// Reports concurrent sessions that the person cannot tell apart: the wrong one may be approved (§4 12).
  private func sessionsAlike(_ profile: Profile, _ prompt: Session.Prompt, at now: Instant) -> [Finding] {
    let handle = Self.handle(of: profile, saying: prompt.transactionText)
    guard let other = ledger.find(handle), !other.phase(at: now).isEnd else { return [] }
    let text = prompt.transactionText.map { "both say \"\($0)\"" } ?? "neither has a transactionText"
    return [Finding(SessionRules.sessionsAlike, "\(other.identifier) is open; \(text)")]
  }

  /// Finds the latest session of a profile with this text, which is never empty.
  private static func handle(of profile: Profile, saying text: String?) -> String {
    "person/\(profile.person.key)/\(text ?? "")"
  }
}
