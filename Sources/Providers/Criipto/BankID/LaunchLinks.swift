import HTTP

/// The links that open the BankID app on the device of the caller (§1.5).
struct LaunchLinks: Sendable, Hashable {
  /// Opens the order in the app.
  let autoStartToken: String
  /// Where the app returns to: percent-encoded once, or the word `null`; `nil` leaves it out.
  var redirect: String?

  /// The links for a platform.
  ///
  /// iOS gets the link of the client, without parameters. Android and browsers get `null`: the person or the system
  /// switches back.
  init(autoStartToken: String, platform: LoginHint.AppSwitch, redirectURI: String, resumeURL: String?) {
    self.autoStartToken = autoStartToken
    switch platform {
    case .ios: redirect = PercentCoding.encode(resumeURL ?? redirectURI)
    case .android, .browser: redirect = "null"
    }
  }

  /// For new versions of the operating systems.
  var universalLink: String { "https://app.bankid.com/\(query)" }

  /// For older ones.
  var customFileHandlerURL: String { "bankid:///\(query)" }

  private var query: String {
    "?autostarttoken=\(autoStartToken)" + (redirect.map { "&redirect=\($0)" } ?? "")
  }
}
