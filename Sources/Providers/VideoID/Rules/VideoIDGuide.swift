import Flow

/// The documents and their sections, as rules cite them.
enum VideoIDGuide {
  static let stepUp = guide("About ReuseID step-up")
  /// Signicat's guide, the only public text that shows `videoid.request`.
  static let authorisation = guide("1. VideoID authorisation")
  static let activity = guide("2. Start VideoID activity")
  static let operation = guide("Signicat operation object")
  static let options = guide("eID provider options object")
  static let handling = guide("Error Handling")
  /// ElectronicID's description of its notifications.
  static let receiver = Rule.Citation(title: "eID API webhooks", section: "Webhooks")
  /// Signicat's description of the web SDK.
  static let webSDK = Rule.Citation(
    title: "Signicat Assure API: third-party providers' SDKs", section: "Web SDK Electronic ID")
  /// Signicat's description of what a VideoID checks.
  static let serviceDetails = Rule.Citation(title: "Signicat VideoID", section: "Service details")
  static let choice = Rule.Citation(title: "Eidolon", section: "Which scenario a transaction gets")
  static let people = Rule.Citation(title: "Eidolon", section: "People")

  private static func guide(_ section: String) -> Rule.Citation {
    Rule.Citation(title: "Signicat ReuseID step-up", section: section)
  }
}
