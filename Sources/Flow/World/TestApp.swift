/// A relying party's app that opens links of the emulator's own host, as iOS and Android ask for it.
package struct TestApp: Sendable, Hashable {
  package let key: String
  package var ios: IOS?
  package var android: Android?

  package init(key: String) { self.key = key }

  package struct IOS: Sendable, Hashable {
    /// Team and bundle: `ABCDE12345.test.example.shop`.
    package let identifier: String
    /// The paths whose links it opens, with `*` for any run and `?` for any one character.
    package let paths: [String]

    package init(identifier: String, paths: [String]) {
      (self.identifier, self.paths) = (identifier, paths)
    }
  }

  package struct Android: Sendable, Hashable {
    /// The package: `test.example.shop`.
    package let package: String
    /// The SHA-256 fingerprints of its certificates, 32 bytes in hexadecimal with colons.
    package let fingerprints: [String]

    package init(package: String, fingerprints: [String]) {
      (self.package, self.fingerprints) = (package, fingerprints)
    }
  }
}
