import Flow

extension Veridium {
  /// The vendor's pages, as rules cite them.
  enum Documentation {
    static let mobile = page("v3.7", "Mobile Authentication")
    static let push = page("v3.7", "Push Authentication")
    static let profiles = page("v3.8.4", "Push Authentication")
    static let qr = page("v3.7", "QR Authentication")
    static let choice = Rule.Citation(title: "Eidolon", section: "Which scenario a transaction gets")

    private static func page(_ version: String, _ title: String) -> Rule.Citation {
      Rule.Citation(title: "VeridiumID documentation \(version)", section: title)
    }
  }
}
