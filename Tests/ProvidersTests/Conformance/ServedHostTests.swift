import EidolonTesting
@testable import TestWorlds
import HTTP
import ProviderKit
import Testing

private let slugs = providers.map { $0.slug }

@Suite struct `A host of a real service that --serve-as names` {
  private func emulator(_ hosts: String...) throws -> TestEmulator {
    var settings = Sandbox.Settings()
    settings.servedHosts = Set(hosts)
    return try TestEmulator(
      providers, files: ["world.json": #"{"people": {"anna": {"given_name": "Anna"}}}"#], settings: settings)
  }

  private func host(_ slug: String) throws -> String {
    let type = try #require(providers.first { $0.slug == slug })
    return "login.\(try #require(type.realHosts.first))"
  }

  @Test(arguments: slugs) func `has the paths of its provider, with addresses of that host`(slug: String)
    throws
  {
    let host = try host(slug)
    let emulator = try emulator(host)
    let provider = try #require(emulator.application.provider(slug))
    let entry = type(of: provider).entry(base: "http://\(host)")
    let path = String(entry.dropFirst("http://\(host)".count))
    let answer = emulator.get(path, headers: ["Host": host])
    #expect(answer.status == 200, "\(path)")
    if let issuer = answer.json["issuer"]?.string { #expect(issuer.hasPrefix("http://\(host)")) }
    #expect(emulator.get(path, headers: ["Host": host.uppercased()]).status == 200)
  }

  @Test(arguments: slugs) func `never has the control plane and its pages`(slug: String) throws {
    let host = try host(slug)
    let emulator = try emulator(host)
    for path in [
      "/_eidolon/health", "/_eidolon/nothing", "/", "/phone", "/demo", "/transactions/x", "/metrics",
      "/.well-known/assetlinks.json",
    ] {
      let answer = emulator.get(path, headers: ["Host": host])
      #expect(answer.status == 421, "\(path): \(answer.status)")
    }
    #expect(
      emulator.send(
        Request(
          .post, "/_eidolon/queue", headers: ["Host": host, "Content-Type": "application/json"],
          body: Array(#"{"scenario": "reject"}"#.utf8))
      ).status == 421)
  }

  @Test func `is the only one, and has no other provider's paths`() throws {
    let emulator = try emulator("bws.bioid.com")
    #expect(emulator.get("/extension/status", headers: ["Host": "bws.bioid.com"]).status != 421)
    for other in ["account.bioid.com", "bioid.com", "a.bws.bioid.com", "shop.criipto.id"] {
      let answer = emulator.get("/extension/status", headers: ["Host": other])
      #expect(answer.status == 421)
      #expect(answer.text.contains("--serve-as \(other)"))
    }
    let foreign = emulator.get(
      "/itsme/oidc/.well-known/openid-configuration", headers: ["Host": "bws.bioid.com"])
    #expect(foreign.status == 421)
    let missing = emulator.get("/extension/statsu", headers: ["Host": "bws.bioid.com:443"])
    #expect(missing.status == 404)
    #expect(missing.text.contains("  http://bws.bioid.com:443/extension/status\n"))
  }

  @Test func `is none by default`() throws {
    #expect(try emulator().get("/extension/status", headers: ["Host": "bws.bioid.com"]).status == 421)
  }
}
