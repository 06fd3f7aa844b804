import Flow

/// The sections of the vendor's documents that rules cite.
enum BioIDGuide {
  static let application = interApp("B.2 Register a BWS client application")
  static let enrolment = interApp("B.3 User registration and enrollment")
  static let token = interApp("B.4 Request BioID Web Service (BWS) Token")
  static let result = interApp("B.5 Verify BWS Result")
  static let launch = interApp("Launching BioID app")
  static let parameters = interApp("Parameters")

  static let tokenCall = webAPI("Token")
  static let uploadCall = webAPI("Upload")
  static let verifyCall = webAPI("Verify")
  static let identifyCall = webAPI("Identify")
  static let livenessDetectionCall = webAPI("LivenessDetection")
  static let resultCall = webAPI("Result")
  static let qualityCheckCall = webAPI("QualityCheck")
  static let photoVerifyCall = webAPI("PhotoVerify")

  static let connect = Rule.Citation(title: "BioID Connect", section: "OAuth 2.0")
  static let scenarios = Rule.Citation(title: "Eidolon", section: "Which scenario a transaction gets")

  private static func interApp(_ section: String) -> Rule.Citation {
    Rule.Citation(title: "BioID, Inter-App communication for iOS", section: section)
  }

  private static func webAPI(_ section: String) -> Rule.Citation {
    Rule.Citation(title: "BioID, BWS Web API reference", section: section)
  }
}
