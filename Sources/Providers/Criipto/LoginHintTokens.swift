import ProviderKit

/// What the tokens of a hint say, one by one; see `LoginHint` for what each means.
struct LoginHintTokens: Sendable {
  let tokens: [String]
  private(set) var appSwitches: [LoginHint.AppSwitch] = []
  private(set) var resumeURL: String?
  private(set) var personalNumber: String?
  private(set) var uuid: String?
  private(set) var companyNumber: String?
  private(set) var business: LoginHint.Business?
  private(set) var action: String?
  private(set) var message: String?
  private(set) var encodedMessage: String?
  private(set) var nonVisibleData: String?
  private(set) var mock: String?

  /// Reads a hint; of two tokens that say the same thing the last one counts.
  init(_ text: String) {
    tokens = text.words
    for token in tokens { take(token) }
  }

  private mutating func take(_ token: String) {
    if let value = token.rest(after: "appswitch:") { return takeAppSwitch(value) }
    guard let colon = token.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      business = LoginHint.Business(rawValue: token) ?? business
      return
    }
    let value = String(token[token.utf8.index(after: colon)...])
    switch String(token[..<colon]) {
    case "sub": personalNumber = value.hasPrefix("ssn:") ? String(value.dropFirst(4)) : value
    case "uuid": uuid = value
    case "vatid": companyNumber = value
    case "action": action = value
    case "message":
      encodedMessage = value
      message = LoginHint.decoded(value)
    case "nonVisibleData": nonVisibleData = LoginHint.decoded(value)
    case "mock": mock = value
    default: break
    }
  }

  private mutating func takeAppSwitch(_ value: String) {
    if let platform = LoginHint.AppSwitch(rawValue: value) {
      if !appSwitches.contains(platform) { appSwitches.append(platform) }
    } else if value.hasPrefix("resumeUrl:") {
      let url = String(value.dropFirst("resumeUrl:".count))
      // A switch of one client's own, not a URL (§1.4).
      resumeURL = url == "disable" ? nil : url
    }
  }
}
