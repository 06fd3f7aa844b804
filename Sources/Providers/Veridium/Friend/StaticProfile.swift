import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// GetStaticProfile: the profile of a user name, with the identifiers that other calls take (§1a).
  func staticProfile(_ call: Call) -> Outcome {
    asked(call) { friend throws(FriendRefusal) in
      let switches = switches(of: friend)
      var findings = try FriendMediaType.profiles.check(call.request, switches)
      do throws(FriendRefusal) {
        let body = FriendBody(call.request)
        try body.check()
        let principal = try body.required("principal")
        if try body.optional("adaptorId") == nil { findings.append(Finding(ProfileRules.adaptorMissing)) }
        let (profile, leniency) = try profile(principal: principal)
        let members = members(of: profile, friend, at: call.now)
        return (succeed(members, switches, withError: false), findings + leniency)
      } catch { throw error.after(findings) }
    }
  }

  /// Authenticators: the devices of a profile, by the `id` that GetStaticProfile gave (§1a).
  func authenticators(_ call: Call) -> Outcome {
    asked(call) { friend throws(FriendRefusal) in
      let (profile, findings) = try profile(identifier: call.parameters["id"] ?? "")
      return (.notStored(.ok, .array(devices(of: profile, switches(of: friend)))), findings)
    }
  }

  /// Answers a friend's call without a session.
  private func asked(
    _ call: Call, _ make: (Friend) throws(FriendRefusal) -> (Response, [Finding])
  ) -> Outcome {
    var known: Friend?
    var findings: [Finding] = []
    do throws(FriendRefusal) {
      let friend = try friend(call)
      known = friend
      findings = friend.findings + bearerFindings(call)
      try checkCredential(friend, switches(of: friend))
      let (response, more) = try make(friend)
      return .answer(Answer(response, findings: findings + more))
    } catch {
      return .answer(refuse(error, switches(of: known), findings))
    }
  }

  /// The profile with a UPN; a login name is accepted too, which the real server may not do (§4 11).
  private func profile(principal: String) throws(FriendRefusal) -> (Profile, [Finding]) {
    let world = sandbox.library.world
    if let profile = world.profile(principal: principal) { return (profile, []) }
    if let profile = world.profile(externalIdentifier: principal) {
      let seen = "\"\(principal)\" instead of \"\(profile.principal)\""
      return (profile, [Finding(ProfileRules.principalMixedUp, seen)])
    }
    return try madeUpProfile(principal)
  }

  /// The profile with an identifier; an external id is accepted too unless the sandbox is strict.
  private func profile(identifier: String) throws(FriendRefusal) -> (Profile, [Finding]) {
    let world = sandbox.library.world
    if let profile = world.profile(identifier: identifier) { return (profile, []) }
    // The identifier of a profile that was made up when its UPN was requested.
    if let name = madeUpProfiles.name(of: identifier) { return (try madeUpProfile(name).0, []) }
    guard let other = world.profile(externalIdentifier: identifier) else {
      return try madeUpProfile(identifier)
    }
    let finding = Finding(ProfileRules.identifierMixedUp, "\"\(identifier)\"")
    guard !sandbox.settings.isStrict else {
      throw FriendRefusal(.profile, "The profile is not known", finding)
    }
    return (other, [finding])
  }

  /// The documented members in their order (§2).
  private func members(of profile: Profile, _ friend: Friend, at now: Instant) -> JSONObject {
    [
      "id": .string(profile.identifier), "profileExternalId": .string(profile.externalIdentifier),
      "displayName": .string(profile.person.fullName ?? profile.externalIdentifier),
      "biometricMethods": .null,
      "requiredBiometricMethods": .null, "availableBiometricMethods": .null, "externalValues": [:],
      "memberExternalId": .string(friend.client.members.first ?? "ADv2MultiStepEnrollment"),
      "status": isLocked(profile.person, at: now) ? "LOCKED" : "ACTIVE",
    ]
  }
}
