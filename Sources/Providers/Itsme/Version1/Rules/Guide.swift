import Flow

/// The sections of the vendor's guide that rules cite.
enum Guide {
  static let title = "itsme® OpenID Connect documentation"

  static let sandbox = section("2. Creating sandbox")
  static let discovery = section("3.1. Checking itsme® OpenID Configuration")
  static let authorize = section("3.2. Forming an authentication request")
  static let authorizeAnswer = section("3.3. Capturing an Authorization Code")
  static let token = section("3.5. Exchanging the authorisation code")
  static let claims = section("3.8. Obtaining ID claims/User attibutes")

  private static func section(_ section: String) -> Rule.Citation {
    Rule.Citation(title: title, section: section, url: "https://belgianmobileid.github.io/slate/")
  }
}
