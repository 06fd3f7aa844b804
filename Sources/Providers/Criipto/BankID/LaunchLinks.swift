import HTTP
import ProviderKit

/// The links that open the BankID app on the device of the caller (§1.5).
struct LaunchLinks: Sendable, Hashable {
  /// Opens the order in the app.
  let autoStartToken: String
  /// Where the app returns to: percent-encoded once, or the word `null`; `nil` leaves it out.
  let redirect: String?

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
    guard platform != .browser || !request.switches.orders.leavesRedirectOut else {
      self.init(autoStartToken: autoStartToken, redirect: nil)
      return
    }
    self.init(
      autoStartToken: autoStartToken, platform: platform, redirectURI: request.redirectURI,
      resumeURL: request.hint.resumeURL)
  }

  private init(autoStartToken: String, redirect: String?) {
    (self.autoStartToken, self.redirect) = (autoStartToken, redirect)
  }

  /// For new versions of the operating systems.
  var universalLink: String { link("https://app.bankid.com/?autostarttoken=") }

  /// For older ones.
  var customFileHandlerURL: String { link("bankid:///?autostarttoken=") }

  private func link(_ start: String) -> String {
    start + autoStartToken + (redirect.map { "&redirect=\($0)" } ?? "")
  }
}
