import Flow

/// The sections of the vendor's documents that rules cite, as printed.
enum CriiptoGuide {
  /// A section of the guide "App switching".
  static func appSwitching(_ section: String) -> Rule.Citation {
    Rule.Citation(title: "Criipto Verify: App switching", section: section)
  }

  /// A page of the vendor's documentation, by its path below `verify/`.
  static func page(_ path: String) -> Rule.Citation {
    Rule.Citation(title: "Criipto Verify documentation", section: path)
  }

  static let nativeApps = appSwitching("Native apps")
  static let swedishBankID = appSwitching("Swedish BankID")
  static let danishMitID = appSwitching("Danish MitID")
  static let androidNotes = appSwitching("Android notes")
  static let webApps = appSwitching("Web apps")

  static let intro = page("getting-started/oidc-intro")
  static let errors = page("reference/errors")
  static let security = page("guides/best-security-practices")
  static let pushed = page("guides/pushed-authorization-requests")
  static let singleSignOn = page("guides/sso")
  static let rateLimiting = page("reference/rate-limiting")
  static let loginMethods = page("snippets/login-methods")
  static let codeFlow = page("snippets/oauth2-code-flow")
  static let privateKey = page("guides/privatekey-jwt")
  static let metadata = page("guides/work-with-metadata")
  static let languages = page("guides/choose-language")
  static let prefilled = page("guides/prefilled-fields")
  static let mitID = page("e-ids/danish-mitid")
  static let bankID = page("e-ids/swedish-bankid")
  static let finnishTrustNetwork = page("e-ids/finnish-trust-network")
  static let emulator = Rule.Citation(title: "Eidolon", section: "Which scenario a transaction gets")
}
