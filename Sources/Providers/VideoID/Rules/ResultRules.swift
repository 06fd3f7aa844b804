import Flow

/// What a client can get wrong when reading a result or receiving webhooks.
enum ResultRules {
  static let all: [Rule] = [
    readEarly, neverRead, identityNotProven, identifierUnknown, authorizationAsIdentifier, otherProduct,
    otherClient,
    webhookNotSecure, webhookNotTaken,
  ]

  static let readEarly = Rule(
    "videoid.result-read-early", .warning, "The result was read before the run was completed",
    fix: "read it after completed, onComplete or the webhook, and look at its status",
    documentation: VideoIDGuide.handling)
  static let neverRead = Rule(
    "videoid.result-never-read", .warning,
    "The run was completed and its result never read: the id alone proves nothing",
    fix: "read videoid/{id} on the server and check status, similarityLevel and securityChecks",
    documentation: VideoIDGuide.handling)
  static let identityNotProven = Rule(
    "videoid.identity-not-proven", .note,
    "An ordered run was completed, and what was found out does not prove the person's identity",
    fix: "tell the person that the verification was not accepted; the one that ordered it has failed",
    documentation: VideoIDGuide.serviceDetails)
  static let identifierUnknown = Rule(
    "videoid.id-unknown", .error, "No run has this id",
    fix: "read the id that videoid.request answered",
    documentation: VideoIDGuide.authorisation)
  static let authorizationAsIdentifier = Rule(
    "videoid.authorization-as-id", .error, "A result is asked for by the run's authorization",
    fix: "use the id of the same answer, and keep the authorization for the SDK",
    documentation: VideoIDGuide.authorisation)
  static let otherProduct = Rule(
    "videoid.id-of-other-product", .error, "The id is of another product",
    fix: "read videoid/{id}, smileid/{id} or videoscan/{id} as the run was asked for",
    documentation: VideoIDGuide.webSDK)
  static let otherClient = Rule(
    "videoid.id-of-other-client", .error, "The run is another client's",
    fix: "read it with the token that asked for it",
    documentation: VideoIDGuide.authorisation)
  static let webhookNotSecure = Rule(
    "videoid.webhook-not-https", .note,
    "The receiver of webhooks is not on https, which the real service demands",
    fix: "register an https URL there",
    documentation: VideoIDGuide.receiver)
  static let webhookNotTaken = Rule(
    "videoid.webhook-answer-not-200", .warning, "The webhook was not answered with 200",
    fix: "answer 200 as soon as the signature is checked, and read the result after that",
    documentation: VideoIDGuide.receiver)
}
