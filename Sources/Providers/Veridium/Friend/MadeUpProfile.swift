import Flow
import ProviderKit

extension Veridium {
  /// The profile of a made-up person with exactly this external id or UPN, with a finding that says how to make the
  /// person permanent; a strict sandbox refuses instead.
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
