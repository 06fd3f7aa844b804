import Flow

/// The sections of the vendor's documentation of version 2 that rules cite.
enum ItsmeV2Guide {
  static let title = "itsme® documentation"

  static let claims = section("Authorization Request, claims", "authentication/#authorization-request")
  static let userData = section("User Data", "authentication/#user-data")
  static let metadata = section("User Data, Metadata", "authentication/#user-data")
  static let identification = section(
    "Identification, Data Sharing: Authorization Request", "identification/#authorization-request")
  static let template = section("Confirmation, WYSIWYS template", "confirmation/#wysiwys-template")
  static let subject = section(
    "Confirmation: Authorization Request, sub", "confirmation/#authorization-request")

  static func section(_ section: String, _ path: String) -> Rule.Citation {
    Rule.Citation(title: title, section: section, url: "https://belgianmobileid.github.io/doc/\(path)")
  }
}
