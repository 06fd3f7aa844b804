import Flow

/// The rules about the result.
enum BWSResultRules {
  static let all = [notBasic, tokenMissing, otherApplication, early, neverRead]

  static let notBasic = Rule(
    "bioid.result-not-basic", .error, "The result is asked for with another scheme than Basic",
    fix: "send App-ID and secret, and the token as access_token in the query",
    documentation: BioIDGuide.result)
  static let tokenMissing = Rule(
    "bioid.result-token-missing", .error, "The result call has no access_token",
    fix: "send the token that came back with the return as access_token in the query",
    documentation: BioIDGuide.result
  )
  static let otherApplication = Rule(
    "bioid.result-of-other-app", .error, "The result of another application's token is asked for",
    fix: "ask with the App-ID that asked for the token", documentation: BioIDGuide.resultCall)
  static let early = Rule(
    "bioid.result-early", .warning,
    "The result is asked for before any operation; the answer is 204 without content",
    fix: "take 204 as: nothing was done with the token, the person is not verified",
    documentation: BioIDGuide.resultCall)
  static let neverRead = Rule(
    "bioid.result-never-read", .error,
    "The app, or the web user interface, returned, and nobody asked for the result",
    fix:
      "ask for the result, and check Success, Action and BCID: the return brings the same token whatever came out",
    documentation: BioIDGuide.result)
}
