import Flow

extension Veridium {
  /// What an app can get wrong.
  enum SDKRules {
    static let all: [Rule] = [
      requestMalformed, sessionUnknown, sessionOfAnotherProfile, sessionReused, sessionNotAttached,
      aliasUnknown, sessionTaken,
    ]

    static let requestMalformed = Rule(
      "veridium.sdk-request-malformed", .error, "The app's call of the SDK cannot be understood",
      fix:
        "send a JSON object whose profileId, vidSessionId or sessionAlias, and approve are texts; approve is a status of the SDK",
      documentation: Documentation.mobile)
    static let sessionUnknown = Rule(
      "veridium.vid-session-unknown", .error,
      "The app authenticates with a session that the server never began",
      fix: "hand the sessionId of AuthenticationRequest to the app as vidSessionId",
      documentation: Documentation.mobile)
    static let sessionOfAnotherProfile = Rule(
      "veridium.session-of-another-profile", .error,
      "The app authenticates with a session of another profile",
      fix:
        "use the profile that the server named in AuthenticationRequest; the first of a list may be another",
      documentation: Documentation.mobile)
    static let sessionReused = Rule(
      "veridium.session-reused", .error, "The app authenticates with a session that has ended",
      fix: "ask the server for a new session; each ends once", documentation: Documentation.mobile)
    static let sessionNotAttached = Rule(
      "veridium.session-not-attached", .error,
      "The app authenticates with a session whose code it has not scanned",
      fix: "scan the code first, which attaches the app's profile", documentation: Documentation.qr)
    static let aliasUnknown = Rule(
      "veridium.session-alias-unknown", .error, "No session opportunity has the alias that was scanned",
      fix: "scan the code while it is shown; its session ends with its lifetime",
      documentation: Documentation.qr)
    static let sessionTaken = Rule(
      "veridium.session-taken", .warning, "The session of the code has ended, or another profile has it",
      fix: "show a new code", documentation: Documentation.qr)
  }
}
