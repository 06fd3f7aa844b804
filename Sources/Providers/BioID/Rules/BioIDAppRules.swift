import Flow

/// The rules about launching the app and the web user interface.
enum BioIDAppRules {
  static let all = [
    tokenMissing, returnMissing, androidOnly, returnInvalid, wrongScheme, stateMissing, stateDamaged,
    linkUnknown,
  ]

  static let tokenMissing = Rule(
    "bioid.launch-token-missing", .error, "The launch has no access_token",
    fix: "put the BWS token into access_token",
    documentation: BioIDGuide.parameters)
  static let returnMissing = Rule(
    "bioid.return-url-missing", .error, "The launch has no return_url",
    fix: "name the URL, or the URL scheme of the app, to return to", documentation: BioIDGuide.parameters)
  static let androidOnly = Rule(
    "bioid.return-url-android-only", .warning,
    "The launch has no return_url, which Android alone can do without",
    fix: "on iOS and in the web name the URL, or the URL scheme of the app, to return to",
    documentation: BioIDGuide.parameters)
  static let returnInvalid = Rule(
    "bioid.return-url-invalid", .error,
    "The return_url is neither an absolute URL nor the name of a URL scheme",
    fix: "send an absolute URL; the bare name of an app's scheme only to the app",
    documentation: BioIDGuide.parameters)
  static let wrongScheme = Rule(
    "bioid.launch-scheme", .error, "The link's scheme is not that of the token's task: the app does nothing",
    fix:
      "launch bioid-enroll for a token for enroll and bioid-verify for one for verify; other tasks go to the web user interface",
    documentation: BioIDGuide.launch)
  static let stateMissing = Rule(
    "bioid.state-missing", .warning, "The launch has no state",
    fix: "send a random state, and compare it on the return",
    documentation: BioIDGuide.parameters)
  static let stateDamaged = Rule(
    "bioid.state-damaged", .warning,
    "The state has characters that do not survive the way back, which encodes nothing",
    fix: "use letters, digits and -._~ only, such as base64url", documentation: BioIDGuide.parameters)
  static let linkUnknown = Rule(
    "bioid.launch-link", .error, "The BioID app does not open this link",
    fix: "begin it with bioid-verify://? or bioid-enroll://?", documentation: BioIDGuide.launch)
}
