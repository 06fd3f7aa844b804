import HTTP
import JSON
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
  init(
    autoStartToken: String, platform: LoginHint.AppSwitch, redirectURI: @autoclosure () -> String,
    resumeURL: @autoclosure () -> String?
  ) {
    self.autoStartToken = autoStartToken
    switch platform {
    case .ios: redirect = PercentCoding.encode(resumeURL() ?? redirectURI())
    case .android, .browser: redirect = "null"
    }
  }

  /// The links of a request; an address is looked up only where one is told.
  init(autoStartToken: String, platform: LoginHint.AppSwitch, of request: CriiptoRequest) {
    self.init(
      autoStartToken: autoStartToken, platform: platform, redirectURI: request.redirectURI,
      resumeURL: request.hint.resumeURL)
  }

  /// For new versions of the operating systems.
  var universalLink: String { LaunchLinks.universal + query }

  /// For older ones.
  var customFileHandlerURL: String { LaunchLinks.custom + query }

  /// What they begin with.
  static let (universal, custom) = ("https://app.bankid.com/", "bankid:///")

  /// Writes the link that begins so.
  func write(_ start: String, to text: inout JSONText) {
    text.write(start)
    text.write(LaunchLinks.token)
    text.write(autoStartToken)
    guard let redirect else { return }
    text.write(LaunchLinks.redirect)
    text.write(redirect)
  }

  /// What both links end with.
  private var query: String {
    guard let redirect else { return LaunchLinks.token + autoStartToken }
    return String(joining: LaunchLinks.token, autoStartToken, LaunchLinks.redirect, redirect)
  }

  private static let (token, redirect) = ("?autostarttoken=", "&redirect=")
}
