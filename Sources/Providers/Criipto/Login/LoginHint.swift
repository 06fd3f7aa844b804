import HTTP
import JOSE
import OpenID
import ProviderKit

/// A `login_hint`: tokens separated by blanks (§1.4); unknown ones are ignored, because SDKs always send extra ones.
struct LoginHint: Sendable {
  private(set) var tokens: [String] = []
  /// True if a + of base64 came as a blank (M6).
  private(set) var hasLostPlus = false
  /// All platforms named; more than one is the client's mistake.
  private(set) var appSwitches: [AppSwitch] = []
  /// Where the eID's app returns to instead of the redirect URI.
  private(set) var resumeURL: String?
  /// `sub:`, the prefilled personal number.
  private(set) var personalNumber: String?
  /// The MitID user to authenticate again.
  private(set) var uuid: String?
  /// `vatid:`, the prefilled company: `DK` and its number.
  private(set) var companyNumber: String?
  private(set) var business: Business?
  /// What the app says the person does, one of `actions`; other values are kept too.
  private(set) var action: String?
  /// The text that the app shows; `nil` if it could not be decoded.
  private(set) var message: String?
  /// The message as it was sent.
  private(set) var encodedMessage: String?
  /// Text that goes into the evidence without being shown, decoded.
  private(set) var nonVisibleData: String?
  /// The claims of the mock eID, base64.
  private(set) var mock: String?

  /// The platform of the calling app.
  enum AppSwitch: String, Sendable, CaseIterable {
    case ios, android, browser
  }

  /// Asks for a MitID login for a company.
  enum Business: String, Sendable {
    case business
    case optional = "business_optional"
  }

  static let actions = ["login", "confirm", "accept", "approve", "sign"]

  /// True if it names the person to log in.
  var namesPerson: Bool { personalDigits != nil || uuid != nil }

  /// The first one, if the hint names several.
  var appSwitch: AppSwitch? { appSwitches.first }

  /// Malformed hints are not errors; if a token is repeated, the last one counts.
  init(_ text: String?) {
    for word in text?.words ?? [] {
      // The SDK for iOS sends its form decoded, whose reader makes a blank of each + (M6).
      if let last = tokens.last, Self.isBase64(last), !word.utf8.contains(UInt8(ascii: ":")),
        Business(rawValue: word) == nil
      {
        tokens[tokens.count - 1] = "\(last)+\(word)"
        hasLostPlus = true
      } else {
        tokens.append(word)
      }
    }
    for token in tokens { take(token) }
  }

  private static func isBase64(_ token: String) -> Bool {
    ["message:", "nonVisibleData:", "mock:"].contains { token.hasPrefix($0) }
  }

  private mutating func take(_ token: String) {
    if let value = token.rest(after: "appswitch:") { return takeAppSwitch(value) }
    guard let colon = token.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      business = Business(rawValue: token) ?? business
      return
    }
    let value = String(token[token.utf8.index(after: colon)...])
    switch String(token[..<colon]) {
    case "sub": personalNumber = value.hasPrefix("ssn:") ? String(value.dropFirst(4)) : value
    case "uuid": uuid = value
    case "vatid": companyNumber = value
    case "action": action = value
    case "message": (encodedMessage, message) = (value, LoginHint.decoded(value))
    case "nonVisibleData": nonVisibleData = LoginHint.decoded(value)
    case "mock": mock = value
    default: break
    }
  }

  private mutating func takeAppSwitch(_ value: String) {
    if let platform = AppSwitch(rawValue: value) {
      if !appSwitches.contains(platform) { appSwitches.append(platform) }
    } else if value.hasPrefix("resumeUrl:") {
      let url = String(value.dropFirst("resumeUrl:".count))
      // One client sends this word, which is not a URL (§1.4).
      resumeURL = url == "disable" ? nil : url
    }
  }

  /// Reads base64 or base64url, with or without padding (§1.4); `nil` if it is neither, or not UTF-8.
  static func decoded(_ text: String) -> String? {
    let letters = text.prefix { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
    guard let bytes = try? Base64URL.decode(String(letters)) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The digits of the prefilled personal number; `nil` if it has none.
  var personalDigits: String? { personalNumber.map(LoginHint.digits).flatMap { $0.isEmpty ? nil : $0 } }

  static func digits(_ text: String) -> String { text.filter { $0.isASCII && $0.isNumber } }
}

extension LoginHint.AppSwitch {
  /// The mobile system in the User-Agent of a browser or of the system's HTTP library; `nil` for others.
  init?(_ request: Request) {
    guard request.headers.contains("User-Agent") else { return nil }
    let says = { (word: String) in request.headers.value("User-Agent", contains: word) }
    if says("Android") || says("okhttp") || says("Dalvik") {
      self = .android
    } else if says("iPhone") || says("iPad") || says("CFNetwork") {
      self = .ios
    } else {
      return nil
    }
  }
}

extension AuthorizationParameters {
  /// Takes `acr_values:…` and `scope:…` from the login hint, for clients that cannot set other parameters (§1.4, quirk
  /// mode carriers).
  var applyingLoginHint: AuthorizationParameters {
    guard let hint = self["login_hint"] else { return self }
    var parameters = self
    for value in hint.wordRests(after: "acr_values:") where !value.isEmpty && parameters["acr_values"] == nil
    {
      parameters["acr_values"] = value
    }
    for value in hint.wordRests(after: "scope:") where !value.isEmpty {
      parameters["scope"] = [parameters["scope"], value].compactMap { $0 }.joined(separator: " ")
    }
    return parameters
  }
}
