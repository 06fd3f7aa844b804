import HTTP
import ProviderKit

/// The links that open the BankID app on the device of the caller (§1.5).
struct LaunchLinks: Sendable, Hashable {
  let autoStartToken: String
  /// The URL that the app returns to, percent-encoded once, or the word `null`; `nil` leaves the parameter out.
  let redirect: String?

  /// On iOS the app returns to the client's URL; elsewhere `redirect` is `null`, and the system or the person switches
  /// back.
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

  /// For newer versions of the operating systems.
  var universalLink: String { link("https://app.bankid.com/?autostarttoken=") }

  /// For older versions.
  var customFileHandlerURL: String { link("bankid:///?autostarttoken=") }

  private func link(_ start: String) -> String {
    start + autoStartToken + (redirect.map { "&redirect=\($0)" } ?? "")
  }
}
