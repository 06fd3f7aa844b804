import EidolonTesting
import HTTP
import JSON
import Testing

@testable import TestWorlds

@Suite struct `The files by which phones know the apps of a host` {
  private static let fingerprint = (0..<32).map { _ in "a1" }.joined(separator: ":")

  private func emulator(_ apps: String) throws -> TestEmulator {
    try TestEmulator(
      [], files: ["world.json": #"{"people": {"anna": {"given_name": "Anna"}}, "apps": \#(apps)}"#])
  }

  @Test func `name the apps of the world, for both systems`() throws {
    let emulator = try emulator(
      """
      { "shop": {
          "ios": { "app_id": "ABCDE12345.test.example.shop", "paths": ["/cb/*", "NOT /cb/admin"] },
          "android": { "package": "test.example.shop", "sha256_cert_fingerprints": ["\(Self.fingerprint)"] } } }
      """)
    let apple = emulator.get("/.well-known/apple-app-site-association")
    #expect(apple.status == 200 && apple.header("Content-Type") == "application/json")
    let details = apple.json["applinks"]?["details"]?[0]
    #expect(details?["appID"] == "ABCDE12345.test.example.shop")
    #expect(details?["paths"] == ["/cb/*", "NOT /cb/admin"])
    #expect(details?["appIDs"] == ["ABCDE12345.test.example.shop"])
    #expect(details?["components"] == [["/": "/cb/*"], ["/": "/cb/admin", "exclude": true]])
    let android = emulator.get("/.well-known/assetlinks.json").json[0]
    #expect(android?["relation"] == ["delegate_permission/common.handle_all_urls"])
    #expect(android?["target"]?["package_name"] == "test.example.shop")
    #expect(android?["target"]?["sha256_cert_fingerprints"] == [.string(Self.fingerprint.uppercased())])
  }

  @Test func `are empty without apps`() throws {
    let emulator = try emulator("{}")
    #expect(emulator.get("/.well-known/apple-app-site-association").json["applinks"]?["details"] == [])
    #expect(emulator.get("/.well-known/assetlinks.json").json == [])
  }

  @Test(arguments: [
    (#"{"a": {}}"#, "an app is for"),
    (#"{"a": {"ios": {"app_id": "short.test.app"}}}"#, "a team of ten letters and digits"),
    (#"{"a": {"ios": {"app_id": "ABCDE12345.test.app", "paths": ["cb"]}}}"#, "a path begins with"),
    (#"{"a": {"ios": {"app_id": "ABCDE12345.test.app", "path": []}}}"#, "unknown member"),
    (#"{"a": {"android": {"package": "shop", "sha256_cert_fingerprints": []}}}"#, "a package such as"),
    (#"{"a": {"android": {"package": "test.shop", "sha256_cert_fingerprints": ["12:34"]}}}"#, "32 bytes"),
    (#"{"a": {"android": {"package": "test.shop"}}}"#, "sha256_cert_fingerprints"),
    (#"{"a": {"windows": {}}}"#, "windows"), (#"{"a": 1}"#, "expected an object"),
  ]) func `are refused where the world is wrong:`(_ apps: String, _ message: String) throws {
    let emulator = try emulator("{}")
    let answer = emulator.control(
      .patch, "world", (try? JSON(parsing: Array("{\"apps\": \(apps)}".utf8))) ?? .null)
    #expect(answer.status == 422, "\(apps)")
    #expect(answer.json["detail"]?.string?.contains(message) == true, "\(answer.json)")
  }

  @Test func `follow the world as it changes`() throws {
    let emulator = try emulator("{}")
    let app: JSON = ["apps": ["a": ["ios": ["app_id": "ABCDE12345.test.app"]]]]
    #expect(emulator.control(.patch, "world", app).status == 200)
    #expect(
      emulator.get("/.well-known/apple-app-site-association").json["webcredentials"]?["apps"]
        == ["ABCDE12345.test.app"])
    _ = emulator.control(.post, "sandboxes", ["name": "t1", "world": app])
    #expect(
      emulator.get("/~t1/.well-known/apple-app-site-association").json["applinks"]?["details"]?[0]?["paths"]
        == ["*"])
  }
}
