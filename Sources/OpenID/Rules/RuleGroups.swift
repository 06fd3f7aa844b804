// The rules about one feature each: a provider's book takes whole groups, so that none is forgotten.

extension OpenIDRule {
  /// About authorization requests whose response type is `code`.
  package static let ofRequests: [OpenIDRule] = [
    .requestMalformed, .parameterRepeated, .clientMissing, .clientUnknown, .clientUnregistered,
    .redirectMissing, .redirectMismatch, .redirectQuery, .redirectUnchecked, .redirectUnsafe,
    .responseTypeMissing, .responseTypeUnsupported, .challengeMalformed, .stateMissing, .stateShort,
    .nonceMissing, .nonceShort, .secretInFrontChannel, .scenarioUnfinished, .scenarioUnknown,
  ]

  /// About clients that authenticate with a secret.
  package static let ofSecrets: [OpenIDRule] = [
    .authenticationMissing, .authenticatedTwice, .authenticatedUnknown, .authenticatedUnregistered,
    .clientMismatch, .secretWrong, .secretUnexpected, .basicMalformed, .basicNotEncoded,
  ]

  /// About key sets that clients publish.
  package static let ofClientKeySets: [OpenIDRule] = [
    .clientKeysWithoutEncryption, .clientKeysWithoutSigning, .clientKeysPrivate, .clientKeysNotRSA,
    .clientKeysSlow, .clientKeysPlain, .encryptionKeyReplaced,
  ]

  /// About the exchange of a code.
  package static let ofCodes: [OpenIDRule] = [
    .contentType, .bodyMalformed, .fieldRepeated, .fieldMissing, .queryParameters, .grantTypeUnsupported,
    .codeUnknown, .codeExpired, .codeReused, .codeOfOther, .redirectChanged, .verifierMissing,
    .verifierMismatch, .verifierUnexpected, .addressClash, .nonceReused, .keySetEachLogin,
    .userinfoNeverCalled,
  ]

  /// About logins that a client begins over the back channel, and polls.
  package static let ofBackchannel: [OpenIDRule] = [
    .backchannelUnregistered, .expiryMalformed, .authRequestUnknown, .authRequestOfOther, .authRequestReused,
    .polledTooFast, .slowDownIgnored,
  ]

  /// About such logins whose parameters, and hint of the person, are in signed tokens.
  package static let ofSignedBackchannel: [OpenIDRule] = [
    .backchannelPlain, .membersAsText, .backchannelClientMissing, .hintToken, .hintObject,
  ]

  /// About such logins whose clients are notified.
  package static let ofPings: [OpenIDRule] = [
    .notificationTokenMissing, .notificationTokenLong, .notificationTokenMalformed, .notificationTokenShort,
    .notificationTokenInPoll, .polledBeforePing, .pingNotTaken, .pingIgnored,
  ]

  /// About resources that an access token opens.
  package static let ofAccessTokens: [OpenIDRule] = [
    .accessTokenMissing, .accessTokenMalformed, .accessTokenInQuery, .accessTokenUnknown,
    .accessTokenExpired,
  ]
}
