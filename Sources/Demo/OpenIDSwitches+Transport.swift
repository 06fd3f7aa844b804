extension DemoSwitch {
  // MARK: Documents and answers

  static let openIDTransport: [DemoSwitch] = [
    discoveryIssuer, tokenStatus, tokenError, tokenKind, codeBelieved, userinfoSubject, userinfoStatus,
  ]

  static let discoveryIssuer = DemoSwitch(
    "discovery-iss", "does not check whose discovery document it reads",
    "It sends persons and codes wherever the document says.", fails: ["discovery-wrong-issuer"])

  static let tokenStatus = DemoSwitch(
    "token-status", "reads the token answer whatever its status", "A failed exchange logs in.",
    fails: ["token-500-with-tokens", "token-redirected"])

  static let tokenError = DemoSwitch(
    "token-error", "overlooks an error beside tokens", "A refused exchange logs in.",
    fails: ["token-error-beside-tokens"])

  static let tokenKind = DemoSwitch(
    "token-kind", "takes an access token of a kind that it does not know",
    "It sends a token that it cannot protect as if it could (RFC 6749 §7.1).", fails: ["token-type-unknown"])

  static let codeBelieved = DemoSwitch(
    "code-believed", "takes a code for a login, even where it cannot be exchanged",
    "Any code logs in, one that was made up too.",
    fails: [
      "token-answer-lost", "token-empty", "token-truncated", "token-error-with-200", "token-without-id-token",
      "token-500-with-tokens", "token-redirected", "callback-code-of-another-login", "code-expired",
      "code-of-another-client", "code-reused", "callback-code-used-before", "code-redeemed-elsewhere",
      "discovery-token-endpoint-of-another-provider", "token-detail-only",
    ])

  static let userinfoSubject = DemoSwitch(
    "userinfo-sub", "does not compare the sub of userinfo", "One person gets in with the data of another.",
    fails: ["userinfo-sub-of-another-person", "userinfo-without-subject"])

  static let userinfoStatus = DemoSwitch(
    "userinfo-status", "reads userinfo whatever its status", "It uses data that it was refused.",
    fails: ["userinfo-401-with-claims"])

  static let keysFetched = DemoSwitch(
    "keys-fetched", "fetches the key set again with every login", "A slow minute of the provider is its own.",
    fails: ["keys-fetched-each-login"])

  // MARK: Refusing what is right

  static let openIDTooStrict: [DemoSwitch] = [
    keysKept, keyIdentifierDemanded, impatientForKeys, audienceText, plainClaims, claimsInOrder,
    plainDiscovery,
    knownTokenMembers, tokenKindLetters, knownParameters, twoNames, latinNames, bareReturn,
  ]

  static let keysKept = DemoSwitch(
    tooStrict: "keys-kept", "does not fetch the key set again",
    "Nobody logs in after the provider changes its key.",
    fails: ["key-rollover", "keys-fetched-each-login"])

  static let keyIdentifierDemanded = DemoSwitch(
    tooStrict: "kid-demanded", "demands a kid where the key set has one key",
    "Tokens of providers with one key are refused.", fails: ["id-token-missing-kid"])

  static let impatientForKeys = DemoSwitch(
    tooStrict: "keys-impatient", "waits a quarter of a second for the key set", "Logins fail on a slow day.",
    fails: ["jwks-slow"])

  static let audienceText = DemoSwitch(
    tooStrict: "aud-text", "reads aud only where it is a text", "A list with this client alone is right too.",
    fails: ["id-token-audience-list"])

  static let plainClaims = DemoSwitch(
    tooStrict: "claims-plain", "reads no fractions and no null in claims",
    "A claim that nobody asked for breaks logins.", fails: ["id-token-more-claims"])

  static let claimsInOrder = DemoSwitch(
    tooStrict: "claims-order", "reads claims in the order in which they always came",
    "The order of JSON's members means nothing.", fails: ["id-token-reordered"])

  static let plainDiscovery = DemoSwitch(
    tooStrict: "discovery-plain", "reads a discovery document of texts and lists only",
    "A new member of the document breaks logins.", fails: ["discovery-more-members"])

  static let knownTokenMembers = DemoSwitch(
    tooStrict: "token-members", "refuses a token answer with members that it does not know",
    "RFC 6749 §5.1 has them ignored.", fails: ["token-more-members"])

  static let tokenKindLetters = DemoSwitch(
    tooStrict: "token-kind-letters", "knows token_type in two spellings only",
    "RFC 6749 §5.1 says that its letters may be large or small.", fails: ["token-type-in-other-letters"])

  static let knownParameters = DemoSwitch(
    tooStrict: "callback-parameters", "refuses a callback with parameters that it does not know",
    "RFC 6749 §4.1.2 has them ignored.", fails: ["callback-more-parameters", "callback-right-issuer"])

  static let bareReturn = DemoSwitch(
    tooStrict: "bare-return", "ends the login where the browser returns without parameters",
    "Nobody gets in whose app returns by its link before the answer comes.",
    fails: ["mitid-double-callback"])

  static let twoNames = DemoSwitch(
    tooStrict: "two-names", "demands a given name and a family name", "Many people have one name.",
    fails: ["person-with-single-name", "single-name", "person-one-name"])

  static let latinNames = DemoSwitch(
    tooStrict: "latin-names", "reads names in Latin letters only", "Ελένη cannot log in.",
    fails: ["person-name-in-another-script"])
}
