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

  /// True if the provider's app can run on the same device.
  package var isMobile: Bool { self != .desktop }
}
