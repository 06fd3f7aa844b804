import EidolonTesting
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Providers

/// Where requests lead is remembered; nobody may notice but by the clock.
@Suite struct `A destination that is remembered` {
  private func issuer(
    _ emulator: TestEmulator, host: String, isSecure: Bool = false, headers: Headers = [:]
  ) throws -> String? {
    var headers = headers
    headers.set("Host", host)
    let request = Request(.get, "/itsme/oidc/.well-known/openid-configuration", headers: headers)
    let answer = emulator.send(request, isSecure: isSecure)
    return try JSON(parsing: Array(answer.text.utf8))["issuer"]?.string
  }

  @Test func `is one for each host and scheme`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    for _ in 0..<2 {
      #expect(try issuer(emulator, host: "one:8080") == "http://one:8080/itsme/oidc")
      #expect(try issuer(emulator, host: "two:8080") == "http://two:8080/itsme/oidc")
      #expect(try issuer(emulator, host: "one:8080", isSecure: true) == "https://one:8080/itsme/oidc")
      #expect(try issuer(emulator, host: "ONE:8080") == "http://ONE:8080/itsme/oidc")
    }
  }

  @Test func `is one for each method`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let path = "/itsme/oidc/jwkSet"
    for _ in 0..<2 {
      #expect(emulator.send(Request(.get, path)).status == 200)
      #expect(emulator.send(Request(.delete, path)).status == 405)
      #expect(emulator.send(Request(.get, path + "x")).status == 404)
    }
  }

  @Test func `does not outlive its place`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    for _ in 0..<2 {
      for number in 0..<300 {
        #expect(try issuer(emulator, host: "host\(number)") == "http://host\(number)/itsme/oidc")
      }
    }
  }

  @Test func `counts for no request through a trusted proxy`() throws {
    let emulator = try ItsmeTestWorld.emulator { _ = $0.trustedProxies.trust("127.0.0.1") }
    for prefix in ["a", "b", "a"] {
      let forwarded: Headers = ["X-Forwarded-Host": "\(prefix).test", "X-Forwarded-Proto": "https"]
      #expect(
        try issuer(emulator, host: "inside", headers: forwarded) == "https://\(prefix).test/itsme/oidc")
      #expect(try issuer(emulator, host: "inside") == "http://inside/itsme/oidc")
    }
  }

  @Test func `of a real service is none`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    for _ in 0..<2 {
      let request = Request(.get, "/itsme/oidc/jwkSet", headers: ["Host": "merchant.itsme.be"])
      #expect(emulator.send(request).status == 421)
    }
  }
}
