import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// GetStaticProfile: the profile of a user name, with the identifiers that other calls take (§1a).
  func staticProfile(_ call: Call) -> Outcome {
    asked(call, at: .staticProfile) { (friend, findings) throws(FriendRefusal) in
      let switches = switches(of: friend)
      try FriendMediaType.profiles.check(call.request, switches, &findings)
      let body = FriendBody(call.request)
      try body.check()
      let principal = try body.required("principal")
      if try body.optional("adaptorId") == nil {
        findings.append(Finding(ProfileRules.adaptorMissing))
      }
      let profile = try profile(principal: principal, &findings)
      return succeed(members(of: profile, friend), switches, withError: false)
    }
  }

  /// Authenticators: the devices of a profile, by the `id` that GetStaticProfile gave (§1a).
  func authenticators(_ call: Call) -> Outcome {
    asked(call, at: .authenticators) { (friend, findings) throws(FriendRefusal) in
      let identifier = call.parameters["id"] ?? ""
      let world = sandbox.library.world
      var profile = world.profile(identifier: identifier)
      if profile == nil {
        let other = world.profile(externalIdentifier: identifier)
        let finding =
          other == nil
          ? Finding(ProfileRules.profileUnknown, "\"\(identifier)\"")
          : Finding(ProfileRules.identifierMixedUp, "\"\(identifier)\"")
        guard !sandbox.settings.isStrict else {
          throw FriendRefusal(.profile, "The profile is not known", finding)
        }
        findings.append(finding)
        profile = other ?? world.people[World.usualPerson].map { Profile(person: $0) }
      }
      let answer = profile.map { devices(of: $0, switches(of: friend)) } ?? []
      var response = Response.json(JSON.array(answer).bytes())
      response.headers.append("Cache-Control", "no-store")
      return response
    }
  }

  /// A friend's call that belongs to no session.
  private func asked(
    _ call: Call, at endpoint: VeridiumEndpoint,
    _ make: (Friend, inout [Finding]) throws(FriendRefusal) -> Response
  ) -> Outcome {
    var known: Friend?
    var findings: [Finding] = []
    do throws(FriendRefusal) {
      let friend = try friend(call)
      known = friend
      findings = friend.findings + bearerFindings(call)
      try checkCredential(friend, switches(of: friend))
      var answer = ledger.unowned(try make(friend, &findings), at: endpoint)
      answer.findings = findings
      return .answer(answer)
    } catch {
      let refused = refuse(error, switches(of: known), findings)
      var answer = ledger.unowned(refused.response, at: endpoint)
      answer.findings = refused.findings
      return .answer(answer)
    }
  }

  /// The profile of a UPN; a login name is found too, which the real server may not do (§4 11).
  private func profile(principal: String, _ findings: inout [Finding]) throws(FriendRefusal) -> Profile {
    let world = sandbox.library.world
    if let profile = world.profile(principal: principal) { return profile }
    if let profile = world.profile(externalIdentifier: principal) {
      findings.append(
        Finding(ProfileRules.principalMixedUp, "\"\(principal)\" instead of \"\(profile.principal)\""))
      return profile
    }
    let finding = Finding(ProfileRules.profileUnknown, "\"\(principal)\"")
    guard !sandbox.settings.isStrict, let usual = world.people[World.usualPerson] else {
      throw FriendRefusal(.profile, "The profile is not known", finding)
    }
    findings.append(finding)
    return Profile(person: usual)
  }

  /// The documented members in their order (§2).
  private func members(of profile: Profile, _ friend: Friend) -> JSONObject {
    [
      "id": .string(profile.identifier), "profileExternalId": .string(profile.externalIdentifier),
      "displayName": .string(profile.person.fullName ?? profile.externalIdentifier),
      "biometricMethods": .null,
      "requiredBiometricMethods": .null, "availableBiometricMethods": .null, "externalValues": [:],
      "memberExternalId": .string(friend.client.members.first ?? "ADv2MultiStepEnrollment"),
      "status": isLocked(profile.person) ? "LOCKED" : "ACTIVE",
    ]
  }
}
