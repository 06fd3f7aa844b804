import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// AuthenticationRequest: a session begins, and a push goes to the devices of the profile (§1a).
  func authenticationRequest(_ call: Call) -> Outcome {
    start(call, at: .authenticationRequest, .authenticationRequest) {
      (opening: inout Opening) throws(FriendRefusal) in
      let name = try opening.body.required("profileExternalId")
      let prompt = try self.prompt(opening.body)
      let profile = try self.profile(name, &opening.findings)
      noteOthers(of: profile, prompt, &opening.findings)
      let isRefused = devices(of: profile, opening.switches).isEmpty
      let opened = open(
        opening, person: ledger.person(opening.choice.decision, named: profile.person),
        standard: Veridium.approval,
        handles: { _ in ["person/\(profile.person.key)"] }
      ) { _, _ in
        var session = Session(
          flow: .push, member: opening.member, profile: name, prompt: prompt, switches: opening.switches,
          issuer: call.publicBase, isStandard: opening.isStandard)
        session.isRefused = isRefused
        return session
      }
      noteLock(of: opened.transaction.identifier)
      if let instead = opened.faults.answerInstead { return answer(instead, opened, opening) }
      if isRefused {
        let refusal = FriendRefusal(
          .device, "The profile has no device for push", Finding(ProfileRules.deviceMissing, name))
        return refuse(
          refusal, opening.switches, opening.findings, session: opened.transaction.identifier,
          faults: opened.faults)
      }
      let members: JSONObject = ["sessionId": .string(opened.transaction.identifier)]
      return answer(succeed(members, opening.switches), opened, opening)
    }
  }

  /// What the person does where nothing else is said.
  static let approval = PhoneScript.steps([PhoneStep(VeridiumVerb.approve.rawValue)])

  /// What the Authenticator app shows (§1a); the context is only shown.
  private func prompt(_ body: FriendBody) throws(FriendRefusal) -> Session.Prompt {
    Session.Prompt(
      transactionText: try body.optional("transactionText"),
      authenticationMode: try body.optional("authenticationMode"),
      extraValues: try body.optional("extraValues"), context: try body.optionalObject("context"))
  }

  /// The profile that the friend names; one that nobody has is the usual person's unless the sandbox is strict.
  private func profile(_ name: String, _ findings: inout [Finding]) throws(FriendRefusal) -> Profile {
    let world = sandbox.library.world
    if let profile = world.profile(externalIdentifier: name) {
      guard isLocked(profile.person) else { return profile }
      throw FriendRefusal(
        .profile, "The profile is not active", Finding(ProfileRules.profileLocked, "\"\(name)\""))
    }
    let finding = Finding(ProfileRules.profileUnknown, "\"\(name)\"")
    guard !sandbox.settings.isStrict, let usual = world.people[World.usualPerson] else {
      throw FriendRefusal(.profile, "The profile is not known", finding)
    }
    findings.append(finding)
    return Profile(person: usual)
  }

  /// Two sessions at once that the person cannot tell apart: the wrong one may be approved (§4 12).
  private func noteOthers(of profile: Profile, _ prompt: Session.Prompt, _ findings: inout [Finding]) {
    guard let other = ledger.find("person/\(profile.person.key)"), !other.phase(at: ledger.now).isEnd,
      other.detail.prompt.transactionText == prompt.transactionText
    else { return }
    let text = prompt.transactionText.map { "both say \"\($0)\"" } ?? "neither has a transactionText"
    findings.append(Finding(SessionRules.sessionsAlike, "\(other.identifier) is open; \(text)"))
  }
}
