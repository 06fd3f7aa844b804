import Foundation
import Testing

@testable import eidolon

@Suite struct `eidolon check` {
  private func run(_ arguments: String...) throws -> Report {
    CheckCommand.run(try parsed(.check, arguments))
  }

  @Test func `counts what is right`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      #"{"people":{"anna":{"given_name":"Anna"}},"clients":{"itsme":{"A":{"services":{"S":{"redirect_uris":["http://a/"]}}}}}}"#,
      to: "world.json")
    #expect(try run("--no-defaults", folder.path) == Report(output: "ok: 0 scenarios, 1 person, 1 client\n"))
    #expect(try run(folder.path).output.hasPrefix("ok: "))
  }

  @Test func `prints everything that is wrong`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(#"{"people":{"anna":{"givenname":"x"}}}"#, to: "world.json")
    let wrong =
      "\(folder.path)/world.json:1:20: people.anna: unknown member \"givenname\"; did you mean \"given_name\"?\n"
    let report = try run(folder.path, "/nowhere")
    #expect(report.status == .usage && report.output.isEmpty)
    #expect(report.errors == wrong + "/nowhere: there is no such folder\n")
    #expect(try run(folder.path).errors == wrong)
  }

  @Test func `blames no story for people and clients of a world that cannot be read`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/world.json", withDestinationPath: "nowhere")
    _ = try folder.write(
      #"{"provider": "itsme", "person": "eve", "when": {"is.client": "SHOP"}, "phone": [{"do": "rejct"}]}"#,
      to: "itsme/a.json")
    let lines = try run("--no-defaults", folder.path).errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix("/world.json: the link leads nowhere") == true)
    #expect(lines.last?.contains("unknown verb \"rejct\"") == true)
  }

  private func checked(_ content: String, as name: String = "world.json") throws -> Report {
    let folder = try TemporaryFolder()
    _ = try folder.write(content, to: name)
    return try run(folder.path)
  }

  @Test(arguments: ["profile", "nonsense", "given_nam"])
  func `refuses a claim that itsme does not have in claims_allowed`(claim: String) throws {
    let report = try checked(
      #"{ "clients": { "itsme": { "SHOP": { "services": { "S": { "#
        + #""redirect_uris": ["http://localhost:3000/cb"], "claims_allowed": ["email", "\#(claim)"] } } } } } }"#
    )
    #expect(report.status == .usage)
    #expect(
      report.errors.contains("claims_allowed[1]: unknown claim of itsme \"\(claim)\""), "\(report.errors)")
  }

  @Test(arguments: [
    (#""videoid": { "a": { "token": "t" }, "b": { "token": "t" } }"#, #"the client "a" has the same token"#),
    (
      #""videoid": { "a": { "token": "00000000-0000-4000-8000-000000000001" } }"#,
      #"the client "demo-tenant" has the same token"#
    ),
    (
      #""veridium": { "a": { "header_token": "CN=a" }, "b": { "header_token": "CN=a" } }"#,
      #"the client "a" has the same header_token"#
    ),
  ])
  func `refuses two clients that nothing tells apart on the wire`(clients: String, problem: String) throws {
    let report = try checked("{ \"clients\": { \(clients) } }")
    #expect(report.status == .usage)
    #expect(report.errors.contains(problem), "\(report.errors)")
  }

  @Test func `refuses a version of the app's library that is none`() throws {
    let report = try checked(
      #"{ "clients": { "reuseid": { "a": { "secret": "s", "refused_api_versions": ["3.1", "three"] } } } }"#)
    #expect(report.errors.contains("refused_api_versions[1]: expected a version such as"), "\(report.errors)")
  }

  @Test func `refuses a device of a person whom no world has`() throws {
    let report = try checked(
      #"{ "clients": { "reuseid": { "a": { "secret": "s", "application_id": "app", "#
        + #""devices": { "d": { "person": "bbo", "user_id": "u" } } } } } }"#)
    #expect(report.status == .usage)
    #expect(
      report.errors.contains(#"devices.d.person: unknown person "bbo"; did you mean "bob"?"#),
      "\(report.errors)")
  }

  @Test func `refuses a when without conditions`() throws {
    let report = try checked(#"{ "title": "All", "provider": "itsme", "when": {} }"#, as: "itsme/all.json")
    #expect(report.status == .usage)
    #expect(report.errors.contains("when: expected at least one condition"))
  }

  @Test func `refuses what only a signed token has in the parameters of a callback`() throws {
    let report = try checked(
      #"{ "title": "T", "provider": "itsme", "tokens": { "callback": { "lifetime": "1m", "header": { "a": "b" } } } }"#,
      as: "itsme/a.json")
    #expect(report.status == .usage)
    #expect(report.errors.split(separator: "\n").count == 2)
    #expect(
      report.errors.contains("tokens.callback: itsme's callback has parameters only; change its claims"))
  }

  @Test func `warns of two stories with the same conditions, and passes all the same`() throws {
    let folder = try TemporaryFolder()
    for (name, conditions) in [
      ("a", #""is.client": "X", "nonce": "n""#), ("b", #""nonce": "n", "is.client": "X""#),
      ("c", #""nonce": "n""#),
    ] {
      _ = try folder.write(
        "{ \"title\": \"\(name)\", \"provider\": \"itsme\", \"when\": { \(conditions) } }",
        to: "itsme/\(name).json")
    }
    let report = try run(folder.path)
    #expect(report.status == .success)
    #expect(
      report.errors
        == "warning: itsme/a, itsme/b have the same \"when\"; itsme/a, the first by name, is taken\n")
    let empty = try TemporaryFolder()
    #expect(try run(empty.path).errors.isEmpty, "no two shipped stories have the same conditions")
  }
}
