package import HTTP

/// The device that a browser runs on, by its `User-Agent`.
package enum Platform: String, Sendable {
  case desktop
  case ios
  case android

  /// A desktop unless `User-Agent` says otherwise.
  package init(_ request: Request) {
    let agents = { (word: String) in request.headers.value("User-Agent", contains: word) }
    if agents("Android") {
      self = .android
    } else if agents("iPhone") || agents("iPad") || agents("iPod") {
      self = .ios
    } else {
      self = .desktop
    }
  }

  /// True for a phone, which a provider's app can run on: neither a desktop nor a tablet.
  ///
  /// Browsers of Android tablets leave out the word `Mobile`.
  package static func isPhone(_ request: Request) -> Bool {
    let agents = { (word: String) in request.headers.value("User-Agent", contains: word) }
    return switch Platform(request) {
    case .desktop: false
    case .ios: !agents("iPad")
    case .android: agents("Mobile")
    }
  }
}
