public import HTTP

/// What kind of device a browser runs on, by its `User-Agent`.
public enum Platform: String, Sendable {
  case desktop
  case ios
  case android

  /// The platform of a request's browser; everything that does not say otherwise is a desktop.
  public init(_ request: Request) {
    let agents = { (word: StaticString) in request.headers.value("User-Agent", contains: word) }
    if agents("Android") {
      self = .android
    } else if agents("iPhone") || agents("iPad") || agents("iPod") {
      self = .ios
    } else {
      self = .desktop
    }
  }

  /// Whether the app can run on the same device.
  public var isMobile: Bool { self != .desktop }
}
