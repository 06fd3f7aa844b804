import EidolonTesting
@testable import TestWorlds
import HTTP
import ProviderKit
import Testing

@Suite struct `An endpoint of a hybrid app` {
  /// The apps' own paths, below their providers.
  static let paths = providers.flatMap { provider in
    provider.anyEndpoints.map { "/\(provider.slug)\($0.path)" }
      .filter { $0.hasPrefix("/reuseid/mobileid/") || $0.hasPrefix("/veridium/sdk/") }
  }

  @Test func `is one of the app's paths`() {
    #expect(Self.paths.count == 13)
  }

  @Test(arguments: paths) func `answers the preflight of any origin (Fetch, "CORS protocol")`(
    path: String
  ) throws {
    let emulator = try TestEmulator(
      providers, files: ["world.json": #"{"people": {"anna": {"given_name": "Anna"}}}"#])
    let target = path.replacing("{applicationId}", with: "app")
    let preflight = emulator.send(
      Request(
        .options, target,
        headers: [
          "Origin": "capacitor://localhost", "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "content-type, eidolon-scenario",
        ]))
    #expect(preflight.status == 204)
    #expect(preflight.header("Access-Control-Allow-Origin") == "*")
    #expect(["GET", "POST"].contains(preflight.header("Access-Control-Allow-Methods")))
    #expect(preflight.header("Access-Control-Allow-Headers") == "content-type, eidolon-scenario")
    #expect(emulator.sandbox.lastOrdinal == 0)
    let method: HTTP.Method = preflight.header("Access-Control-Allow-Methods") == "GET" ? .get : .post
    let answer = emulator.send(Request(method, target, headers: ["Origin": "capacitor://localhost"]))
    #expect(answer.header("Access-Control-Allow-Origin") == "*", "whatever it answers: \(answer.status)")
  }
}
