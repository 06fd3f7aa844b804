extension DemoSwitch {
  // MARK: Two providers

  static let openIDTwoProviders: [DemoSwitch] = [redirectShared, keysShared]

  static let redirectShared = DemoSwitch(
    "redirect-shared", "looks for the login by its state alone, whichever provider's redirect URI is opened",
    "A code of one provider is sent to another (RFC 9700 §4.4).", fails: ["mix-up"])

  static let keysShared = DemoSwitch(
    "keys-shared", "keeps the keys of all its providers together",
    "Each of its providers signs logins in the name of the others.",
    fails: ["id-token-key-of-another-provider"])
}
