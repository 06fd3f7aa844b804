import Flow

/// What a client can get wrong when requesting a run.
enum RequestRules {
  static let all: [Rule] = [
    bodyNotJSON, contentType, processSubstantial, processUnknown, memberType, documentInRequest,
    phoneUnknown, personMadeUp, scenarioUnknown,
  ]

  static let bodyNotJSON = Rule(
    "videoid.body-not-json", .error, "The body of the request is not a JSON object",
    fix: "send {\"process\":\"Unattended\"}, or at least {}",
    documentation: VideoIDGuide.authorisation, specification: "RFC 8259 §4")
  static let contentType = Rule(
    "videoid.content-type", .warning, "The body is not declared as JSON",
    fix: "send Content-Type: application/json",
    documentation: VideoIDGuide.authorisation, specification: "RFC 9110 §8.3")
  static let processSubstantial = Rule(
    "videoid.process-substantial", .error, "The process is called by Signicat's word for it",
    fix: "send Unattended, which is what processType substantial means here",
    documentation: VideoIDGuide.authorisation)
  static let processUnknown = Rule(
    "videoid.process-unknown", .error, "There is no such process",
    fix: "send Unattended or Attended, or leave the member out",
    documentation: VideoIDGuide.authorisation)
  static let memberType = Rule(
    "videoid.member-type", .warning, "A member of the request is not text and was ignored",
    fix: "send tenantId, rauthorityId, externalReference and phone as texts",
    documentation: VideoIDGuide.authorisation)
  static let documentInRequest = Rule(
    "videoid.document-in-request", .warning, "The document type is in the request, where nobody reads it",
    fix: "hand docType, docTypes and defaultId, or idType, to the SDK's start",
    documentation: VideoIDGuide.activity)
  static let phoneUnknown = Rule(
    "videoid.phone-unknown", .error, "Nobody has this phone number",
    fix: "send the phone_number of a person of world.json, with its country code",
    documentation: VideoIDGuide.people)
  static let personMadeUp = Rule(
    "videoid.person-made-up", .note, "Nobody has this phone number, so a person was made up for it",
    fix: "to keep the person, put this entry into world.json or send it to PATCH /_eidolon/world",
    documentation: VideoIDGuide.people)
  static let scenarioUnknown = Rule(
    "videoid.scenario-unknown", .error, "The request asks for a scenario that does not exist",
    fix: "ask for one that eidolon check lists",
    documentation: VideoIDGuide.choice)
}
