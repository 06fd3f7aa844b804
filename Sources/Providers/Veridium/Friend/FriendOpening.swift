import Flow
import HTTP
import JSON
import ProviderKit
import Synchronization

extension Veridium {
  /// A friend's call that begins a session, after the checks that all such calls share.
  struct Opening {
    let call: Call
    let endpoint: VeridiumEndpoint
    let friend: Friend
    let body: FriendBody
    let choice: ScenarioChoice
    let switches: Switches
    let member: String
    /// True if neither a scenario nor a human says what the person does.
    let isStandard: Bool
    var findings: [Finding]

    /// True if the session stays open until its app acts; the person of a story needs no app (§3).
    var waitsForApp: Bool {
      choice.scenario == nil && switches[veridium: .appAnswers].word == "when_opened"
    }
  }
}

extension Veridium {
  /// Makes the checks that all calls that begin a session share, then opens the session.
  ///
  /// The scenario is chosen before the rules are applied, because its switches take precedence over the friend's.
  func start(
    _ call: Call, at endpoint: VeridiumEndpoint, _ mediaType: FriendMediaType,
    _ open: (Opening) throws(FriendRefusal) -> Answer
  ) -> Outcome {
    let friend: Friend
    do throws(FriendRefusal) {
      friend = try self.friend(call)
    } catch { return .answer(refuse(error, switches(of: nil), [])) }
    var findings = friend.findings + bearerFindings(call)
    let body = FriendBody(call.request)
    let choice: ScenarioChoice
    do throws(UnknownScenario) {
      choice = try ledger.choose(
        facts(body, friend, endpoint), for: friend.name,
        asked: AskedScenario.find(call.request, query(call)))
    } catch {
      let refusal = FriendRefusal(.malformed, error.text, Finding(SessionRules.scenarioUnknown, error.name))
      return .answer(refuse(refusal, switches(of: friend), findings))
    }
    let switches = Switches(
      client: friend.client.quirks, scenario: choice.scenario, standards: Veridium.standards)
    do throws(FriendRefusal) {
      try checkCredential(friend, switches)
      findings += try mediaType.check(call.request, switches)
      try body.check()
      let member = try self.member(body, friend)
      let opening = Opening(
        call: call, endpoint: endpoint, friend: friend, body: body, choice: choice, switches: switches,
        member: member, isStandard: choice.scenario?.phone == nil && !sandbox.isInteractive,
        findings: findings)
      if switches[veridium: .tokenInStatus].isOn { signsInStatus.store(true, ordering: .relaxed) }
      return .answer(try open(opening))
    } catch {
      ledger.giveBack(choice)
      return .answer(refuse(error, switches, findings))
    }
  }

  /// - Parameter atOnce: what the person does if the session does not wait for the app.
  func open(
    _ opening: Opening, person: Person, atOnce: PhoneScript,
    handles: (Transaction<Session>) -> [String],
    detail: (_ ordinal: Int, _ identifier: String) -> Session
  ) -> OpenedTransaction<Session> {
    ledger.open(
      opening.choice, client: opening.friend.name, person: person, at: opening.endpoint,
      now: opening.call.now,
      script: ledger.script(
        opening.choice.decision, standard: opening.waitsForApp ? .manual : atOnce),
      patience: opening.switches[veridium: .session],
      remembrance: opening.switches[veridium: .readable] + Veridium.remembrance,
      findings: opening.findings,
      identifier: { uuid($0, "veridium/session") },
      handles: handles, detail: detail)
  }

  /// A line for the log with the app's call, if the session waits for its app and no human acts.
  func waiting(_ opening: Opening, for path: String, _ members: JSONObject) -> [String] {
    guard opening.waitsForApp, !sandbox.isInteractive else { return [] }
    // Names come from requests: a quote in one must not end the shell's string.
    let body = JSON.object(members).text().replacing("'", with: #"'\''"#)
    return ["the session waits for its app: curl -d '\(body)' \(opening.call.base)/sdk/\(path)"]
  }

  /// The integration that the friend names (§1a).
  private func member(_ body: FriendBody, _ friend: Friend) throws(FriendRefusal) -> String {
    let member = try body.required("memberExternalId")
    let known = friend.client.members
    guard known.isEmpty || known.contains(member) else {
      throw FriendRefusal(
        .member, "The member is not known",
        Finding(FriendRules.memberUnknown, "\"\(member)\"; known are \(known.joined(separator: ", "))"))
    }
    return member
  }

  private func facts(_ body: FriendBody, _ friend: Friend, _ endpoint: VeridiumEndpoint) -> Facts {
    var facts = body.facts
    facts["is.client"] = friend.name
    facts["is.flow"] = endpoint == .sessionOpportunity ? "opportunity" : "push"
    let name = body["profileExternalId"]?.string
    facts["is.person"] = name.flatMap { sandbox.library.world.profile(externalIdentifier: $0)?.person.key }
    return facts
  }

  private func query(_ call: Call) -> [String: String] {
    guard let query = try? call.request.target.query else { return [:] }
    return query["eidolon_scenario"].map { ["eidolon_scenario": $0] } ?? [:]
  }

  /// Friends only authenticate by certificate (§1a).
  func bearerFindings(_ call: Call) -> [Finding] {
    call.request.headers.contains("Authorization") ? [Finding(FriendRules.authorizationSent)] : []
  }
}
