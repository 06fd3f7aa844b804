/// An app of a relying party that opens links of the emulator's own host, as the systems of phones ask for it.
package struct TestApp: Sendable, Hashable {
  /// The app's key in the world.
  package let key: String
  /// The app on iOS.
  package var ios: IOS?
  /// The app on Android.
  package var android: Android?

  /// An app of which nothing is known yet.
  package init(key: String) { self.key = key }

  /// An app on iOS.
  package struct IOS: Sendable, Hashable {
    /// Team and bundle: `ABCDE12345.test.example.shop`.
    package let identifier: String
    /// The paths whose links it opens, with `*` for any run and `?` for any one character.
    package let paths: [String]

    /// An app with its paths.
    package init(identifier: String, paths: [String]) {
      (self.identifier, self.paths) = (identifier, paths)
    }
  }

  /// An app on Android.
  package struct Android: Sendable, Hashable {
    /// The package: `test.example.shop`.
    package let package: String
    /// The SHA-256 fingerprints of its certificates, 32 bytes in hexadecimal with colons.
    package let fingerprints: [String]

    /// An app with its certificates.
    package init(package: String, fingerprints: [String]) {
      (self.package, self.fingerprints) = (package, fingerprints)
    }
  }
}
