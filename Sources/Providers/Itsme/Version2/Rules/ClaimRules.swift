import Flow

/// The rules about what a client of version 2 requests: claims, metadata, templates.
enum ClaimRules {
  static let all = [
    malformed, doubleEncoded, memberUnknown, unknown, firstVersionName, spelling, valueForbidden, notAllowed,
    metadataAlone, nothingRequested, subjectUnknown, subjectInIDToken, templateMissing, templateIncomplete,
    textTooLong, textCharacters,
  ]

  static let malformed = Rule(
    "itsme-v2.claims-malformed", .error, "The claims parameter is not a JSON object of the documented form",
    fix: "send {\"id_token\":{...},\"userinfo\":{...}} as JSON, each claim with null, percent-encoded once",
    documentation: ItsmeV2Guide.claims, specification: "OpenID Connect Core §5.5")
  static let doubleEncoded = Rule(
    "itsme-v2.claims-double-encoded", .warning, "The claims parameter is percent-encoded twice",
    fix: "encode the JSON once: your HTTP library already does",
    documentation: ItsmeV2Guide.claims, specification: "OpenID Connect Core §5.5")
  static let memberUnknown = Rule(
    "itsme-v2.claims-member-unknown", .warning,
    "claims has a member beside id_token and userinfo, which asks for nothing",
    fix: "put each claim into {\"id_token\":{...}} or {\"userinfo\":{...}}",
    documentation: ItsmeV2Guide.claims, specification: "OpenID Connect Core §5.5")
  static let unknown = Rule(
    "itsme-v2.claim-unknown", .note, "A requested claim is not one that itsme provides; it is left out",
    fix: "request only the documented claims",
    documentation: ItsmeV2Guide.userData, specification: "OpenID Connect Core §5.5.1")
  static let firstVersionName = Rule(
    "itsme-v2.claim-v1-name", .warning,
    "A claim is requested by its name of itsme's first version; it is left out",
    fix: "write the name of version 2: http://itsme.services/v2/claim/… to the letter",
    documentation: ItsmeV2Guide.claims, specification: "OpenID Connect Core §5.5.1")
  static let spelling = Rule(
    "itsme-v2.claim-case", .warning, "A claim is requested in another case than it has; it is left out",
    fix: "write the name to the letter: claim names are case-sensitive",
    documentation: ItsmeV2Guide.claims, specification: "OpenID Connect Core §5.5.1")
  static let valueForbidden = Rule(
    "itsme-v2.claim-value-forbidden", .error, "The claim cannot be requested with a value",
    fix: "request it with null; only sub, acr and the templates of Confirmation take a value",
    documentation: ItsmeV2Guide.claims, specification: "OpenID Connect Core §5.5.1")
  static let notAllowed = Rule(
    "itsme-v2.claim-not-allowed", .warning,
    "A requested claim is not agreed for the service; it is left out",
    fix: "have the claim added to the service, here to claims_allowed in world.json",
    documentation: ItsmeV2Guide.userData)
  static let metadataAlone = Rule(
    "itsme-v2.metadata-alone", .note,
    "Metadata are requested without an attribute that they are about, so they say nothing",
    fix: "request the attribute in the same request, such as birthdate beside verificationDate",
    documentation: ItsmeV2Guide.metadata)
  static let nothingRequested = Rule(
    "itsme-v2.no-claim-requested", .error,
    "An Identification or Data Sharing request asks for no claim of the person",
    fix: "ask for at least one, by a scope such as profile or in claims",
    documentation: ItsmeV2Guide.identification)
  static let subjectUnknown = Rule(
    "itsme-v2.subject-unknown", .error, "Nobody has the sub that the claims parameter asks for",
    fix: "send the sub that this client got in an id_token: each client gets another one for the same person",
    documentation: ItsmeV2Guide.subject, specification: "OpenID Connect Core §3.1.2.2")
  static let subjectInIDToken = Rule(
    "itsme-v2.sub-in-id-token-set", .warning, "sub has a value in id_token, where it is ignored",
    fix: "put {\"sub\":{\"value\":\"…\"}} into userinfo", documentation: ItsmeV2Guide.subject)
  /// About the use of a claim; all others are about requests.
  static let callIgnored = Rule(
    "itsme-v2.ongoing-call-ignored", .note,
    "The id_token said that the person was on the phone while approving, and the login went on",
    fix: "warn the person, or stop: somebody may be talking them into it",
    documentation: ItsmeV2Guide.section("User Data, ongoing_call", "authentication/#user-data"))
  static let templateMissing = Rule(
    "itsme-v2.template-missing", .error, "A Confirmation request has no template",
    fix:
      "put http://itsme.services/v2/claim/claim_approval_template_name with adv_payment or free_text into claims.userinfo",
    documentation: ItsmeV2Guide.template)
  static let templateIncomplete = Rule(
    "itsme-v2.template-incomplete", .error, "The template of a Confirmation request is not complete",
    fix:
      "send each member as {\"essential\":true,\"value\":\"…\"}: for adv_payment amount, currency and IBAN, for free_text the text",
    documentation: ItsmeV2Guide.template)
  static let textTooLong = Rule(
    "itsme-v2.text-too-long", .error, "The text of a Confirmation is longer than 7500 characters",
    fix: "shorten it; tags count too", documentation: ItsmeV2Guide.template)
  static let textCharacters = Rule(
    "itsme-v2.text-charset", .error, "The text of a Confirmation has a character that ISO 8859-15 lacks",
    fix: "write it in the characters of ISO 8859-15, accents composed (é as one character)",
    documentation: ItsmeV2Guide.template)
}
