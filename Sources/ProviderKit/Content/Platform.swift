package import HTTP

/// What kind of device a browser runs on, by its `User-Agent`.
package enum Platform: String, Sendable {
  case desktop
  case ios
  case android

  /// The platform of a request's browser; everything that does not say otherwise is a desktop.
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

  /// True if the app can run on the same device.
  package var isMobile: Bool { self != .desktop }
}
