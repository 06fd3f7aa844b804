import HTTP
import ProviderKit

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
  var universalLink: String { LaunchLinks.universal + query }

  /// For older ones.
  var customFileHandlerURL: String { LaunchLinks.custom + query }

  /// What they begin with.
  static let (universal, custom) = ("https://app.bankid.com/", "bankid:///")

  /// What both links end with.
  var query: String {
    let start = "?autostarttoken="
    guard let redirect else { return start + autoStartToken }
    return String(joining: start, autoStartToken, "&redirect=", redirect)
  }
}
