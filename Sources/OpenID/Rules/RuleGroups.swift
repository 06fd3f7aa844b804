// The rules that apply to whoever has a thing: a provider's book takes whole groups, so that it lacks none.

extension OpenIDRule {
  /// Of authorization requests, where the response type is `code`.
  package static let ofRequests: [OpenIDRule] = [
    .requestMalformed, .parameterRepeated, .clientMissing, .clientUnknown, .clientUnregistered,
    .redirectMissing, .redirectMismatch, .redirectQuery, .redirectUnchecked, .redirectUnsafe,
    .responseTypeMissing, .responseTypeUnsupported, .challengeMalformed, .stateMissing, .stateShort,
    .nonceMissing, .nonceShort, .secretInFrontChannel, .scenarioUnfinished, .scenarioUnknown,
  ]

  /// Of clients that authenticate with a secret.
  package static let ofSecrets: [OpenIDRule] = [
    .authenticationMissing, .authenticatedTwice, .authenticatedUnknown, .authenticatedUnregistered,
    .clientMismatch, .secretWrong, .secretUnexpected, .basicMalformed, .basicNotEncoded,
  ]

  /// Of key sets that clients publish.
  package static let ofClientKeySets: [OpenIDRule] = [
    .clientKeysWithoutEncryption, .clientKeysWithoutSigning, .clientKeysPrivate, .clientKeysNotRSA,
    .clientKeysSlow, .clientKeysPlain, .encryptionKeyReplaced,
  ]

  /// Of the exchange of a code.
  package static let ofCodes: [OpenIDRule] = [
    .contentType, .bodyMalformed, .fieldRepeated, .fieldMissing, .queryParameters, .grantTypeUnsupported,
    .codeUnknown, .codeExpired, .codeReused, .codeOfOther, .redirectChanged, .verifierMissing,
    .verifierMismatch, .verifierUnexpected, .addressClash, .nonceReused, .keySetEachLogin,
    .userinfoNeverCalled,
  ]

  /// Of logins that a client begins over the back channel, and asks about.
  package static let ofBackchannel: [OpenIDRule] = [
    .backchannelUnregistered, .expiryMalformed, .authRequestUnknown, .authRequestOfOther, .authRequestReused,
    .polledTooFast, .slowDownIgnored,
  ]

  /// Of those whose parameters, and who is to log in, stand in signed tokens.
  package static let ofSignedBackchannel: [OpenIDRule] = [
    .backchannelPlain, .membersAsText, .backchannelClientMissing, .hintToken, .hintObject,
  ]

  /// Of those whose clients are told that they may ask.
  package static let ofPings: [OpenIDRule] = [
    .notificationTokenMissing, .notificationTokenLong, .notificationTokenMalformed, .notificationTokenShort,
    .notificationTokenInPoll, .polledBeforePing, .pingNotTaken, .pingIgnored,
  ]

  /// Of resources that an access token opens.
  package static let ofAccessTokens: [OpenIDRule] = [
    .accessTokenMissing, .accessTokenMalformed, .accessTokenInQuery, .accessTokenUnknown,
    .accessTokenExpired,
  ]
}
