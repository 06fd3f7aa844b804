/// An app of a relying party that opens links of the emulator's own host, as the systems of phones ask for it.
public struct TestApp: Sendable, Hashable {
  /// The app's key in the world.
  public let key: String
  /// The app on iOS.
  public var ios: IOS?
  /// The app on Android.
  public var android: Android?

  /// An app of which nothing is known yet.
  public init(key: String) { self.key = key }

  /// An app on iOS.
  public struct IOS: Sendable, Hashable {
    /// Team and bundle: `ABCDE12345.test.example.shop`.
    public let identifier: String
    /// The paths whose links it opens, with `*` for any run and `?` for any one character.
    public let paths: [String]

    /// An app with its paths.
    public init(identifier: String, paths: [String]) {
      (self.identifier, self.paths) = (identifier, paths)
    }
  }

  /// An app on Android.
  public struct Android: Sendable, Hashable {
    /// The package: `test.example.shop`.
    public let package: String
    /// The SHA-256 fingerprints of its certificates, 32 bytes in hexadecimal with colons.
    public let fingerprints: [String]

    /// An app with its certificates.
    public init(package: String, fingerprints: [String]) {
      (self.package, self.fingerprints) = (package, fingerprints)
    }
  }
}
