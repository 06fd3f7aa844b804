import Flow

extension Veridium {
  /// What a friend can get wrong with sessions.
  enum SessionRules {
    static let all: [Rule] = [
      scenarioUnknown, sessionUnknown, sessionOfAnotherFriend, sessionForgotten, endIgnored, sessionsAlike,
      aliasTypeWrong,
    ]

    static let scenarioUnknown = Rule(
      "veridium.scenario-unknown", .error, "A scenario was asked for that does not exist",
      fix: "use one of the names that eidolon catalog and the start page list",
      documentation: Documentation.choice)
    static let sessionUnknown = Rule(
      "veridium.session-unknown", .error, "No session has this identifier",
      fix: "send the sessionId of AuthenticationRequest or RegisterSessionOpportunity, not its alias",
      documentation: Documentation.push)
    static let sessionOfAnotherFriend = Rule(
      "veridium.session-of-another-friend", .error, "The session was begun by another friend",
      fix: "ask for the status with the client certificate that began the session",
      documentation: Documentation.push)
    static let sessionForgotten = Rule(
      "veridium.session-forgotten", .error, "The session ended so long ago that its status is gone",
      fix: "read the status while the person waits, and begin a new session afterwards",
      documentation: Documentation.push)
    static let endIgnored = Rule(
      "veridium.end-ignored", .warning, "The status is asked for again although the session has ended",
      fix: "stop at every status other than CREATED and OPPORTUNITY; all but COMPLETED are failures",
      documentation: Documentation.push)
    static let sessionsAlike = Rule(
      "veridium.sessions-alike", .note,
      "Another session of the profile is open that the person cannot tell from this one",
      fix: "send a transactionText that says what is approved", documentation: Documentation.push)
    static let aliasTypeWrong = Rule(
      "veridium.session-alias-type", .error, "sessionAliasType is not a known type",
      fix: "send QR for a picture or ID for the bare alias", documentation: Documentation.qr)
  }
}
