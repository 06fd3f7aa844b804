import Flow

/// What a backend can get wrong when it starts an operation and polls its status.
enum StartRules {
  static let all: [Rule] = [
    tokenMissing, tokenMalformed, tokenUnknown, tokenExpired, tokenScope, contentType, bodyMalformed,
    memberMissing, memberMalformed, memberUnknown, providerUnknown, optionsTwice, optionsMalformed,
    defaultWithoutChoice, defaultNotInChoice, choiceNeverShown, userUnknown, deviceUnknown, deviceLocked,
    replaced, transactionUnknown, scenarioUnknown, apiKeyMissing, apiKeyWrong,
  ]

  static let tokenMissing = Rule(
    "reuseid.api-token-missing", .error, "The call of the API carries no access token",
    fix: "get one at the token endpoint with grant_type=client_credentials and send Authorization: Bearer",
    documentation: Guide.quickStart, specification: "RFC 6750 §2.1")
  static let tokenMalformed = Rule(
    "reuseid.api-token-malformed", .error, "The Authorization header is not a Bearer token",
    fix: "send one Authorization header: Bearer, a blank, the token",
    documentation: Guide.quickStart, specification: "RFC 6750 §2.1")
  static let tokenUnknown = Rule(
    "reuseid.api-token-unknown", .error, "No such access token was issued to a backend",
    fix: "send the access_token of the client credentials grant",
    documentation: Guide.quickStart, specification: "RFC 6750 §3.1")
  static let tokenExpired = Rule(
    "reuseid.api-token-expired", .error, "The access token has expired",
    fix: "keep a token for expires_in seconds only, then get another",
    documentation: Guide.quickStart, specification: "RFC 6750 §3.1")
  static let tokenScope = Rule(
    "reuseid.api-token-scope", .error, "The access token lacks the scope signicat-api",
    fix: "ask for scope=signicat-api", documentation: Guide.quickStart, specification: "RFC 6750 §3.1")
  static let contentType = Rule(
    "reuseid.content-type", .warning, "The content is not declared as JSON",
    fix: "send Content-Type: application/json", documentation: Guide.onboarding)
  static let bodyMalformed = Rule(
    "reuseid.body-malformed", .error, "The content is not one JSON object",
    fix: "send a JSON object", documentation: Guide.apiErrors)
  static let memberMissing = Rule(
    "reuseid.member-missing", .error, "The request lacks a parameter",
    fix: "send the parameter that invalidParams names", documentation: Guide.apiErrors)
  static let memberMalformed = Rule(
    "reuseid.member-malformed", .error, "A parameter of the request has the wrong type or value",
    fix: "send the parameter as invalidParams says", documentation: Guide.apiErrors)
  static let memberUnknown = Rule(
    "reuseid.member-unknown", .warning, "The request has a parameter that nobody reads",
    fix: "leave it out, or spell it as the API does", documentation: Guide.onboarding)
  static let providerUnknown = Rule(
    "reuseid.provider-unknown", .error, "The provider of the verification is not one that is emulated",
    fix: "send provider videoid, or none; the app's side of readid is not public",
    documentation: Guide.onboarding)
  static let optionsTwice = Rule(
    "reuseid.options-twice", .error, "The document options are given under both their names",
    fix: "send either eidProviderOptions or videoidProviderOptions", documentation: Guide.onboarding)
  static let optionsMalformed = Rule(
    "reuseid.options-malformed", .error, "A document option is not an integer of the document list",
    fix: "send docType and defaultId as integers and docTypes as an array of integers",
    documentation: Guide.options)
  static let defaultWithoutChoice = Rule(
    "reuseid.default-without-choice", .error, "defaultId is given without docTypes",
    fix: "give docTypes too, or leave defaultId out", documentation: Guide.options)
  static let defaultNotInChoice = Rule(
    "reuseid.default-not-in-choice", .warning,
    "defaultId is not one of docTypes, so nothing is selected beforehand",
    fix: "let defaultId be one of docTypes", documentation: Guide.options)
  static let choiceNeverShown = Rule(
    "reuseid.choice-never-shown", .note, "docType is given with docTypes, so the choice is never shown",
    fix: "give docType to go straight to one document, or docTypes to let the person choose",
    documentation: Guide.options)
  static let userUnknown = Rule(
    "reuseid.user-unknown", .error, "No user has this userId",
    fix: "send the userId that the onboarding answered", documentation: Guide.apiErrors)
  static let deviceUnknown = Rule(
    "reuseid.device-unknown", .error, "The user has no device with this deviceId",
    fix: "send the id of a device that was activated, which is the app's registration id",
    documentation: Guide.apiErrors)
  static let deviceLocked = Rule(
    "reuseid.device-locked", .warning,
    "An operation is started for a device that is locked, so the app will be refused",
    fix: "unlock the device first", documentation: Guide.errorCodes)
  static let replaced = Rule(
    "reuseid.session-replaced", .warning,
    "An operation is started while another one of the same device is pending, which is replaced",
    fix: "wait for the first one to end, or cancel it", documentation: Guide.errorCodes)
  static let transactionUnknown = Rule(
    "reuseid.transaction-unknown", .error, "No operation of this client has this identifier",
    fix: "ask with the transactionId that the start answered, as the same client",
    documentation: Guide.apiErrors)
  static let scenarioUnknown = Rule(
    "reuseid.scenario-unknown", .error, "The request asks for a scenario that does not exist",
    fix: "ask for one of the scenarios that exist; the error names the closest",
    documentation: Guide.scenarios)
  static let apiKeyMissing = Rule(
    "reuseid.api-key-missing", .error, "The call of the server's REST API carries no API key",
    fix: "send Authorization: Basic with the API key id and secret", documentation: Guide.server,
    specification: "RFC 7617 §2")
  static let apiKeyWrong = Rule(
    "reuseid.api-key-wrong", .error, "The API key id or its secret is wrong",
    fix: "send the id and secret that the server's administrator gave out", documentation: Guide.server,
    specification: "RFC 7617 §2")
}
