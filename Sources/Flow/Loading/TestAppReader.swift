import JSON

/// Reads one of the `apps` of a world.
struct TestAppReader {
  /// As far as it can be read.
  func app(_ key: String, _ reader: ObjectReader) -> TestApp {
    var app = TestApp(key: key)
    _ = reader.string("note")
    if let ios = reader.object("ios") { app.ios = readIOS(ios) }
    if let android = reader.object("android") { app.android = readAndroid(android) }
    if app.ios == nil, app.android == nil, reader.value("ios") == nil, reader.value("android") == nil {
      reader.problem("an app is for \"ios\" or \"android\", or both")
    }
    return app
  }

  private func readIOS(_ reader: ObjectReader) -> TestApp.IOS? {
    defer { reader.finish() }
    let paths = reader.strings("paths") ?? ["*"]
    guard let identifier = reader.requiredString("app_id") else { return nil }
    let parts = identifier.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, isTeam(parts[0]), isBundle(parts[1]) else {
      reader.problem(
        at: "app_id",
        "expected a team of ten letters and digits, a dot, and a bundle: \"ABCDE12345.test.app\"")
      return nil
    }
    for path in paths where !path.hasPrefix("/") && path != "*" && !path.hasPrefix("NOT /") {
      reader.problem(at: "paths", "a path begins with \"/\", or is \"*\"; found \(JSONProblem.quoted(path))")
    }
    return TestApp.IOS(identifier: identifier, paths: paths)
  }

  private func readAndroid(_ reader: ObjectReader) -> TestApp.Android? {
    defer { reader.finish() }
    let fingerprints = reader.requiredStrings("sha256_cert_fingerprints") ?? []
    for fingerprint in fingerprints where !isFingerprint(fingerprint) {
      reader.problem(
        at: "sha256_cert_fingerprints",
        "expected 32 bytes in hexadecimal with colons between, found \(JSONProblem.quoted(fingerprint))")
    }
    guard let package = reader.requiredString("package") else { return nil }
    guard isBundle(Substring(package)), package.contains(".") else {
      reader.problem(at: "package", "expected a package such as \"test.example.shop\"")
      return nil
    }
    return TestApp.Android(package: package, fingerprints: fingerprints)
  }

  private func isTeam(_ text: Substring) -> Bool {
    text.utf8.count == 10 && text.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
  }

  /// Names separated by dots.
  private func isBundle(_ text: Substring) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
  }

  private func isFingerprint(_ text: String) -> Bool {
    let bytes = text.split(separator: ":", omittingEmptySubsequences: false)
    return bytes.count == 32 && bytes.allSatisfy { $0.utf8.count == 2 && UInt8($0, radix: 16) != nil }
  }
}
