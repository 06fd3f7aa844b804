import Flow

extension Veridium {
  /// What a friend can get wrong in any call.
  enum FriendRules {
    static let all: [Rule] = [
      certificateMissing, certificateUnknown, authorizationSent, mediaTypeWrong, mediaTypePlain,
      mediaTypeVersion,
      bodyMalformed, memberMissing, memberMisspelt, memberMalformed, memberUnknown,
    ]

    static let certificateMissing = Rule(
      "veridium.friend-certificate-missing", .error, "The call shows no client certificate",
      fix:
        "give your HTTP client the friend certificate on every call; behind a TLS-terminating proxy send X-Friend-Cert-Subject",
      documentation: Documentation.push, specification: "RFC 8446 §4.4.2")
    static let certificateUnknown = Rule(
      "veridium.friend-certificate-unknown", .error,
      "The client certificate is not one of a registered friend",
      fix:
        "register its fingerprint as certificate, or its subject as header_token, under clients.veridium in world.json",
      documentation: Documentation.push)
    static let authorizationSent = Rule(
      "veridium.authorization-header", .note,
      "The call carries an Authorization header, which the server does not read",
      fix: "leave it out: friends are known by their client certificate alone",
      documentation: Documentation.push)
    static let mediaTypeWrong = Rule(
      "veridium.media-type-wrong", .error, "The content has another media type than the call takes",
      fix:
        "send the Content-Type that the call documents, for example application/vnd.veridiumid.sessionstatus-v1+json",
      documentation: Documentation.push, specification: "RFC 9110 §8.3")
    static let mediaTypePlain = Rule(
      "veridium.media-type-plain", .warning,
      "The content is declared as plain JSON, which a server may refuse",
      fix: "send the vendor's media type of the call", documentation: Documentation.push)
    static let mediaTypeVersion = Rule(
      "veridium.media-type-version", .error, "The media type has another version than the call takes",
      fix: "send the version that your server's documentation names", documentation: Documentation.push)
    static let bodyMalformed = Rule(
      "veridium.body-malformed", .error, "The content is not a JSON object",
      fix: "send one JSON object in UTF-8", documentation: Documentation.push, specification: "RFC 8259 §2")
    static let memberMissing = Rule(
      "veridium.member-missing", .error, "A member that the call needs is missing or empty",
      fix: "send it as a text that is not empty", documentation: Documentation.push)
    static let memberMisspelt = Rule(
      "veridium.member-misspelt", .error, "A member that the call needs is sent under another name",
      fix:
        "name it exactly as the call does: memberExternalId, profileExternalId, principal, or sessionId, which only the app calls vidSessionId",
      documentation: Documentation.push)
    static let memberMalformed = Rule(
      "veridium.member-malformed", .error, "A member has the wrong JSON type",
      fix: "send texts as strings and context as an object", documentation: Documentation.push)
    static let memberUnknown = Rule(
      "veridium.member-unknown", .error, "memberExternalId names no integration of this friend",
      fix: "send the id of an integration of the server, such as ADv2MultiStepEnrollment",
      documentation: Documentation.push)
  }
}
