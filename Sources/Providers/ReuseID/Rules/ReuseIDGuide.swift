import Flow

/// The vendor's guide and the pages beside it, as rules cite them.
enum Guide {
  static let title = "Signicat ReuseID step-up"

  static let preContext = section("Pre-operation context")
  static let options = section("eID provider options object")

  static let errorCodes = Rule.Citation(title: "Signicat Encap", section: "SDK error codes")
  static let configuration = Rule.Citation(title: "Signicat MobileID", section: "Application configuration")
  static let onboarding = Rule.Citation(title: "Signicat ReuseID", section: "Onboarding API")
  static let apiErrors = Rule.Citation(title: "Signicat ReuseID", section: "Error codes")
  static let quickStart = Rule.Citation(
    title: "Signicat", section: "Quick start: OAuth 2.0 client credentials")
  static let server = Rule.Citation(title: "Signicat Encap", section: "REST API authentication")
  static let codeFlow = Rule.Citation(title: "Signicat MobileID", section: "Authorization code flow")
  static let requestObjects = Rule.Citation(
    title: "Signicat", section: "Send encrypted and signed requests")
  static let backchannel = Rule.Citation(title: "Signicat MobileID", section: "CIBA flow with MobileID")
  static let inApp = Rule.Citation(title: "Signicat MobileID InApp", section: "OIDC URL construction")
  static let finalise = Rule.Citation(
    title: "Signicat MobileID InApp", section: "Backend finalise operation")
  static let serviceDetails = Rule.Citation(title: "Signicat VideoID", section: "Service details")
  static let scenarios = Rule.Citation(title: "Eidolon", section: "Which scenario a transaction gets")

  private static func section(_ name: String) -> Rule.Citation {
    Rule.Citation(title: title, section: name)
  }
}
