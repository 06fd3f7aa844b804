import Flow

extension Veridium {
  /// What a friend can get wrong with profiles.
  enum ProfileRules {
    static let all: [Rule] = [
      profileUnknown, personMadeUp, profileLocked, deviceMissing, adaptorMissing, principalMixedUp,
      identifierMixedUp,
    ]

    static let profileUnknown = Rule(
      "veridium.profile-unknown", .error, "Nobody has this profile",
      fix: "send the veridium_profile of a person of world.json, or the person's e-mail address",
      documentation: Documentation.push)
    static let personMadeUp = Rule(
      "veridium.person-made-up", .note, "Nobody has this profile, so a person was made up for it",
      fix: "to keep the person, put this entry into world.json or send it to PATCH /_eidolon/world",
      documentation: Documentation.push)
    static let profileLocked = Rule(
      "veridium.profile-locked", .warning, "The profile is locked",
      fix: "tell the person and stop: the status of GetStaticProfile says LOCKED",
      documentation: Documentation.profiles)
    static let deviceMissing = Rule(
      "veridium.device-missing", .warning, "The profile has no device that takes a push",
      fix: "ask Authenticators first, and offer another way to a profile without a device of type PUSH",
      documentation: Documentation.profiles)
    static let adaptorMissing = Rule(
      "veridium.adaptor-missing", .warning, "The call has no adaptorId",
      fix: "send principal and adaptorId", documentation: Documentation.profiles)
    static let principalMixedUp = Rule(
      "veridium.principal-mixed-up", .warning, "principal is the external id of a profile and not its UPN",
      fix: "send the UPN, and use the profileExternalId of the answer for AuthenticationRequest",
      documentation: Documentation.profiles)
    static let identifierMixedUp = Rule(
      "veridium.profile-id-mixed-up", .warning,
      "Authenticators is asked with an external id and not with the profile's id",
      fix: "send the id of the answer of GetStaticProfile", documentation: Documentation.profiles)
  }
}
