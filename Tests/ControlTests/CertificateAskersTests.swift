import EidolonTesting
import JSON
import Registry
import Testing

@testable import TestWorlds

@Suite struct `A TLS client on a host that all share` {
  private let world: JSON = [
    "clients": [
      "veridium": [
        "tls-friend": [
          "certificate": .string("sha256:" + String(repeating: "0f", count: 32)), "member": "GENERIC",
        ]
      ]
    ]
  ]

  @Test func `is asked for a certificate while any sandbox knows one, however it came to know it`() throws {
    let test = try TestEmulator(
      registry, files: ["world.json": #"{"people": {"anna": {"given_name": "Anna"}}}"#])
    let asks = { test.emulator.wantsClientCertificate(serverName: "localhost") }
    #expect(test.control(.put, "sandbox", [:], in: "plain").status == 201)
    #expect(!asks())
    #expect(test.control(.put, "sandbox", ["world": world], in: "one").status == 201)
    #expect(test.control(.put, "sandbox", ["world": world], in: "two").status == 201)
    #expect(asks())
    #expect(test.control(.delete, "sandbox", in: "one").status == 204)
    #expect(test.control(.post, "reset", [:], in: "two").status == 200)
    #expect(asks())
    #expect(test.control(.delete, "sandbox", in: "two").status == 204)
    #expect(!asks())
    let before = test.control(.get, "snapshot", in: "plain").json["id"]
    #expect(test.control(.patch, "world", world, in: "plain").status == 200)
    #expect(asks())
    #expect(test.control(.put, "snapshot", ["id": before ?? .null], in: "plain").status == 200)
    #expect(!asks())
    #expect(test.control(.patch, "world", world, in: "plain").status == 200)
    #expect(test.control(.post, "reset", [:], in: "plain").status == 200)
    #expect(!asks())
    #expect(test.control(.patch, "world", world, in: "plain").status == 200)
    #expect(test.control(.delete, "sandbox", in: "plain").status == 204)
    #expect(!asks())
  }
}
