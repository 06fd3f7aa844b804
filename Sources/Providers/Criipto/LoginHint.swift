import JOSE

/// The tokens of a `login_hint`, separated by blanks (§1.4); unknown ones are ignored, because SDKs always send extra ones.
///
/// The hint of nearly all apps is the platform alone, and logins keep it: the other parts have a place of their own.
struct LoginHint: Sendable {
  /// The platform of the calling app, with its word.
  enum AppSwitch: String, Sendable, CaseIterable {
    case ios, android, browser

    /// The token that says so.
    var token: String {
      switch self {
      case .ios: "appswitch:ios"
      case .android: "appswitch:android"
      case .browser: "appswitch:browser"
      }
    }

    /// The platform of a hint that says nothing else.
    init?(hint: String) {
      guard let platform = AppSwitch.allCases.first(where: { $0.token == hint }) else { return nil }
      self = platform
    }
  }

  /// The platform of the calling app.
  let appSwitch: AppSwitch?
  private let whole: Whole?

  /// What a hint says that is more than the platform.
  private final class Whole: Sendable {
    let said: LoginHintTokens

    init(_ text: String) { said = LoginHintTokens(text) }
  }

  /// True if it says more than the platform.
  var saysMore: Bool { whole != nil }
  /// The tokens as they were sent.
  var tokens: [String] { whole?.said.tokens ?? appSwitch.map { [$0.token] } ?? [] }
  /// All platforms that were named; more than one is a mistake of the client.
  var appSwitches: [AppSwitch] { whole?.said.appSwitches ?? appSwitch.map { [$0] } ?? [] }
  /// Where the eID's app returns to instead of the redirect URI.
  var resumeURL: String? { whole?.said.resumeURL }
  /// The personal number, prefilled.
  var personalNumber: String? { whole?.said.personalNumber }
  /// The MitID user to authenticate again.
  var uuid: String? { whole?.said.uuid }
  /// The company, prefilled: `DK` and its number.
  var companyNumber: String? { whole?.said.companyNumber }
  /// Whether a MitID login is for a company, or may be.
  var business: Business? { whole?.said.business }
  /// What the app says that the person does: `login`, `confirm`, `accept`, `approve` or `sign`.
  var action: String? { whole?.said.action }
  /// The text that the app shows, decoded.
  var message: String? { whole?.said.message }
  /// The message as it was sent.
  var encodedMessage: String? { whole?.said.encodedMessage }
  /// What goes round in the evidence, decoded.
  var nonVisibleData: String? { whole?.said.nonVisibleData }
  /// The claims of the mock eID as they were sent.
  var mock: String? { whole?.said.mock }

  /// Whether a MitID login is for a company.
  enum Business: String, Sendable {
    case business
    case optional = "business_optional"
  }

  /// The words of `action:`.
  static let actions = ["login", "confirm", "accept", "approve", "sign"]

  /// Reads a hint; nothing in it is ever an error.
  init(_ text: String?) {
    guard let text else {
      (appSwitch, whole) = (nil, nil)
      return
    }
    if let platform = AppSwitch(hint: text) {
      (appSwitch, whole) = (platform, nil)
      return
    }
    let whole = Whole(text)
    (appSwitch, self.whole) = (whole.said.appSwitches.first, whole)
  }

  /// Base64 or base64url, with or without padding (§1.4); `nil` when it is neither, or no text.
  static func decoded(_ text: String) -> String? {
    let letters = text.prefix { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
    guard let bytes = try? Base64URL.decode(String(letters)) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
