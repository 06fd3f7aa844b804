import Flow
import Foundation
import Testing

@testable import Itsme

@Suite struct `Every rule of itsme's second version about requests` {
  @Test func `is expected by a test of this folder`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    let tests = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let pages = [ItsmeV2Endpoint.authorize, .authorizePage].map(\.rawValue)
    let rules = ItsmeV2.rules.filter { !Set($0.checkedAt).isDisjoint(with: pages) }
    #expect(rules.count > 70)
    for rule in rules {
      let name = rule.identifier.dropFirst("itsme-v2.".count)
      #expect(
        tests.contains("\"\(rule.identifier)\"") || tests.contains("\"\(name)\""), "\(rule.identifier)")
    }
  }

  @Test func `about the kid of a signature is one of all endpoints that take signed tokens (J1)`() throws {
    let rule = try #require(ItsmeV2.rules.first { $0.identifier == "itsme-v2.jws-kid-missing" })
    #expect(Set(["authorize", "token", "backchannel"]).isSubset(of: rule.checkedAt))
    #expect(rule.documentation.section == "JOSE, Signing")
  }

  @Test(arguments: [
    ("redirect-uri-fragment", Rule.Severity.error), ("redirect-uri-custom-scheme", .error),
    ("redirect-uri-not-https", .warning), ("request-object-audience-unusual", .note),
    ("request-uri-no-port", .warning), ("acr-outside-request-object", .note), ("pkce-missing", .warning),
    ("jwe-cty-missing", .warning), ("jwe-algorithm-old", .note), ("authorize-embedded", .warning),
  ])
  func `is as severe as the contract has it (contract 7)`(name: String, severity: Rule.Severity) {
    #expect(ItsmeV2.rules.first { $0.identifier == "itsme-v2.\(name)" }?.severity == severity)
  }
}
