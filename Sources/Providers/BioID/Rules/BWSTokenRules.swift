import Flow

/// The rules about the token call.
enum BWSTokenRules {
  static let all = [
    queryMalformed, identifierMissing, identifierMismatch, bcidMissing, bcidMalformed, classIdentifierSigned,
    bcidForeign,
    taskUnknown, triesOutOfRange, flagMalformed, challengesOutOfRange, challengesEven, traitUnknown,
    parameterIgnored,
    parameterUnknown, notEnrolled, secretInApp, scenarioUnknown,
  ]

  static let queryMalformed = Rule(
    "bioid.query-malformed", .error, "The query is not valid", fix: "percent-encode every value as UTF-8",
    documentation: BioIDGuide.tokenCall)
  static let identifierMissing = Rule(
    "bioid.id-missing", .error, "The token call has no id", fix: "send the App-ID as id too",
    documentation: BioIDGuide.token)
  static let identifierMismatch = Rule(
    "bioid.id-mismatch", .error, "id is not the App-ID of the credentials",
    fix: "send the same App-ID as id and with Basic", documentation: BioIDGuide.token)
  static let bcidMissing = Rule(
    "bioid.bcid-missing", .error, "The call has no bcid",
    fix: "send storage, partition and class id of the person; only livenessdetection needs none",
    documentation: BioIDGuide.tokenCall)
  static let bcidMalformed = Rule(
    "bioid.bcid-malformed", .error, "The bcid is not a biometric class ID",
    fix: "send storage, partition and class id with periods between, such as bws.12.4711",
    documentation: BioIDGuide.application)
  static let classIdentifierSigned = Rule(
    "bioid.class-id-signed", .error, "The class id has a sign",
    fix: "assign unsigned numbers; a hash code may be negative", documentation: BioIDGuide.application)
  static let bcidForeign = Rule(
    "bioid.bcid-foreign", .error, "The bcid is not in the storage and partition of the client application",
    fix: "use the storage and partition that the BWS Portal shows for this client",
    documentation: BioIDGuide.application)
  static let taskUnknown = Rule(
    "bioid.task-unknown", .error, "task is not one of the four tasks",
    fix: "send verify, identify, enroll or livenessdetection in small letters",
    documentation: BioIDGuide.tokenCall)
  static let triesOutOfRange = Rule(
    "bioid.maxtries-invalid", .error, "maxtries is not a number from 1 to 15",
    fix: "send a number from 1 to 15",
    documentation: BioIDGuide.tokenCall)
  static let flagMalformed = Rule(
    "bioid.flag-malformed", .error, "A switch is neither true nor false", fix: "send true or false",
    documentation: BioIDGuide.tokenCall)
  static let challengesOutOfRange = Rule(
    "bioid.challenges-invalid", .error, "challenges is not a number from 2 to 7",
    fix: "send a number from 2 to 7",
    documentation: BioIDGuide.tokenCall)
  static let challengesEven = Rule(
    "bioid.challenges-even", .warning,
    "An even number of challenges stops the Android app, which takes images in pairs",
    fix: "ask for 3, 5 or 7", documentation: BioIDGuide.tokenCall)
  static let traitUnknown = Rule(
    "bioid.trait-unknown", .error, "A trait is not one of the three",
    fix: "send Face, Periocular and Voice, parted by commas",
    documentation: BioIDGuide.tokenCall)
  static let parameterIgnored = Rule(
    "bioid.parameter-ignored", .warning, "A parameter has no effect beside the others",
    fix: "leave it out, or change what it depends on", documentation: BioIDGuide.tokenCall)
  static let parameterUnknown = Rule(
    "bioid.parameter-unknown", .warning,
    "The token call has a parameter that is not documented; it is ignored",
    fix: "check its spelling", documentation: BioIDGuide.tokenCall)
  static let notEnrolled = Rule(
    "bioid.not-enrolled", .warning, "A verification is asked for a BCID that has no template of these traits",
    fix: "ask isenrolled with the traits first, and enrol the person through a separate channel",
    documentation: BioIDGuide.enrolment)
  static let secretInApp = Rule(
    "bioid.secret-in-app", .warning,
    "The token call seems to come from an app, which then holds the app secret",
    fix: "ask for tokens on a server; anybody can read a secret that is in an app",
    documentation: BioIDGuide.token)
  static let scenarioUnknown = Rule(
    "bioid.scenario-unknown", .error, "The request asks for a scenario that does not exist",
    fix: "use one of the closest names, or list them with eidolon check", documentation: BioIDGuide.scenarios)
}
