import Flow
import ProviderKit

extension Veridium {
  /// The external ids of made-up profiles by the `id` that GetStaticProfile gave for them; at most 1024.
  final class MadeUpProfiles: Sendable {
    let state = Kept<[String: String]>([:])

    func note(_ profile: Profile) {
      state.withLock { names in
        if names.count >= 1024 { names = [:] }
        names[profile.identifier] = profile.externalIdentifier
      }
    }

    func name(of identifier: String) -> String? { state.withLock { $0[identifier.lowercased()] } }
  }

  /// The profile of a person who is in no file and has exactly this external id or UPN, with a note that says how the
  /// person stays; a strict sandbox refuses instead.
  func madeUpProfile(_ name: String) throws(FriendRefusal) -> (Profile, [Finding]) {
    guard !sandbox.settings.isStrict else {
      throw FriendRefusal(
        .profile, "The profile is not known", Finding(ProfileRules.profileUnknown, "\"\(name)\""))
    }
    let madeUp = World.madeUpPerson(
      with: .veridiumProfile, Profile.externalIdentifier(ofPrincipal: name), from: sandbox.environment)
    let profile = Profile(person: madeUp.person)
    madeUpProfiles.note(profile)
    return (profile, [Finding(ProfileRules.personMadeUp, "\"\(name)\" is now \(madeUp.entry)")])
  }
}
