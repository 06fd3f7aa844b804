import Crypto
import Flow
import Foundation
import JOSE
import ProviderKit
import Synchronization
import Testing

@testable import eidolon

/// The permission bits of a file.
private func mode(_ path: String) throws -> Int {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  return try #require(attributes[.posixPermissions] as? Int)
}

@Suite struct `The keys of providers` {
  @Test func `are the public test keys unless others are asked for`() throws {
    let keys = try ProviderKeys(.testKeys)
    #expect(keys.ring.signing.kid == "s1" && keys.remarks.isEmpty)
  }

  @Test func `are made for a folder, readable for the owner alone, and found again`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/keys"
    let first = try ProviderKeys(.folder(path))
    #expect(
      first.remarks == [
        "new keys were made: \(path)/signing.pem, \(path)/encryption.pem, \(path)/signing-second.pem"
      ])
    #expect(
      try mode("\(path)/signing.pem") == 0o600 && mode("\(path)/encryption.pem") == 0o600
        && mode(path) == 0o700)
    let second = try ProviderKeys(.folder(path))
    #expect(second.remarks.isEmpty)
    #expect(second.ring.signing == first.ring.signing && second.ring.encryption == first.ring.encryption)
    #expect(first.ring.signing.kid == first.ring.signing.thumbprint && first.ring.signing.kid != "s1")
    #expect(first.ring.signing.use == "sig" && first.ring.encryption.use == "enc")
  }

  @Test func `are made again each time when fresh ones are asked for`() throws {
    let (one, other) = (try ProviderKeys(.fresh).ring, try ProviderKeys(.fresh).ring)
    #expect(
      one.signing != other.signing && one.encryption != other.encryption && one.signing != one.encryption)
  }

  @Test func `are refused when they are not RSA keys`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(TestKeys.spareP256.privateKey.pem(), to: "signing.pem")
    #expect(throws: RunFailure("\(file): an RSA key is needed, this is an elliptic-curve key on P-256")) {
      try ProviderKeys(.folder(folder.path))
    }
    _ = try folder.write("hello", to: "signing.pem")
    #expect(throws: RunFailure("\(file): no PEM block (-----BEGIN …-----) was found")) {
      try ProviderKeys(.folder(folder.path))
    }
  }

  @Test func `need a folder whose parent is there`() {
    #expect(throws: RunFailure("--keys /nowhere/keys: No such file or directory")) {
      try ProviderKeys(.folder("/nowhere/keys"))
    }
  }
}

@Suite struct `The certificate of https` {
  private static let now = Instant(seconds: 1_794_000_000)
  private let options = TLSOptions(listen: [], names: ["box.test"])

  private func identity(_ options: TLSOptions, _ folder: String?, now: Instant = now) throws(RunFailure)
    -> ServerIdentity
  {
    try ServerIdentity(options, folder: folder, labels: ["itsme"], now: now)
  }

  @Test func `is for this machine, virtual hosts, containers and the names given`() throws {
    let names = ServerIdentity.names(["box.test", "LOCALHOST", "10.0.0.9"], labels: ["itsme"])
    #expect(names.starts(with: ["localhost", "itsme.localhost", "itsme"]))
    #expect(names.suffix(5) == ["host.docker.internal", "127.0.0.1", "::1", "box.test", "10.0.0.9"])
    let made = try identity(options, nil)
    let leaf = try #require(Certificate.list(pem: made.identity.certificateChain).first)
    for name in [
      "localhost", "itsme.localhost", "itsme", "host.docker.internal", "box.test", "127.0.0.1", "::1",
    ] {
      #expect(leaf.covers(host: name), "\(name)")
    }
    let sandbox = try #require(made.hosts?.identity(for: "t1--itsme.localhost"))
    #expect(try Certificate.list(pem: sandbox.certificateChain)[0].covers(host: "t1--itsme.localhost"))
    #expect(!leaf.covers(host: "other.test"))
    #expect(made.remark == "a certificate authority was made; it ends with the program")
  }

  @Test func `is kept in a folder, readable for the owner alone, and shown again`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/keys"
    let first = try identity(options, path)
    #expect(first.remark == "a certificate authority was made in \(path)")
    for name in ["ca.pem", "ca-key.pem", "tls.pem", "tls-key.pem"] {
      #expect(try mode("\(path)/\(name)") == 0o600)
    }
    let second = try identity(options, path, now: Self.now + .seconds(80 * 86_400))
    #expect(second.remark == "https shows the certificate kept in \(path)")
    #expect(second.authority == first.authority && second.identity.privateKey == first.identity.privateKey)
    _ = try TLSServerContext(second.identity)
    let fewer = try identity(TLSOptions(), path)
    #expect(fewer.authority == first.authority)
    #expect(fewer.hosts?.identity(for: "t1--itsme.localhost") != nil)
  }

  @Test func `is made again where an earlier version kept no key of the authority`() throws {
    let folder = try TemporaryFolder()
    _ = try identity(options, folder.path)
    try FileManager.default.removeItem(atPath: "\(folder.path)/ca-key.pem")
    #expect(
      try identity(options, folder.path).remark
        == "a certificate authority was made in \(folder.path): the key of the one that was kept is missing; trust its ca.pem again"
    )
  }

  @Test func `is made again when a name is missing or it runs out`() throws {
    let folder = try TemporaryFolder()
    let first = try identity(options, folder.path)
    var more = options
    more.names.append("new.test")
    let second = try identity(more, folder.path)
    #expect(
      second.remark
        == "a certificate authority was made in \(folder.path): the one that was kept lacks new.test; trust its ca.pem again"
    )
    #expect(second.authority != first.authority)
    let third = try identity(more, folder.path, now: Self.now + .seconds(89 * 86_400))
    #expect(
      third.remark
        == "a certificate authority was made in \(folder.path): the one that was kept has run out; trust its ca.pem again"
    )
  }

  @Test func `that someone else put there is left alone`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(identity(options, nil).identity.certificateChain, to: "tls.pem")
    let before = try String(contentsOfFile: file, encoding: .utf8)
    #expect(
      throws: RunFailure(
        "\(file): was not made by eidolon and stays as it is; serve it with --tls-cert and --tls-key")
    ) { try identity(options, folder.path) }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == before)
  }

  @Test func `of one's own is named by the file that is wrong`() {
    let own = TLSOptions(certificate: "c.pem", key: "k.pem")
    #expect(own.file(of: .unreadableKey("it is encrypted")) == "k.pem")
    #expect(own.file(of: .unreadableCertificate("")) == "c.pem")
  }

  @Test func `of one's own is told to have expired`() throws {
    let folder = try TemporaryFolder()
    let made = try identity(options, nil).identity
    let own = TLSOptions(
      certificate: try folder.write(made.certificateChain, to: "c.pem"),
      key: try folder.write(made.privateKey, to: "k.pem"))
    let late = try identity(own, nil, now: Self.now + .seconds(400 * 86_400))
    #expect(late.hasExpired)
    #expect(late.remark == "https shows \(folder.path)/c.pem, which has expired: clients refuse it")
  }

  @Test func `can be one's own`() throws {
    let folder = try TemporaryFolder()
    let made = try identity(options, nil).identity
    let own = TLSOptions(
      certificate: try folder.write(made.certificateChain, to: "c.pem"),
      key: try folder.write(made.privateKey, to: "k.pem"))
    let shown = try identity(own, nil)
    #expect(
      shown.authority == nil && shown.identity == made && shown.remark == "https shows \(folder.path)/c.pem")
    #expect(!shown.hasExpired)
    #expect(throws: RunFailure("/nowhere: No such file or directory")) {
      try identity(TLSOptions(certificate: "/nowhere", key: "/nowhere"), nil)
    }
  }

  @Test func `says which name it cannot hold`() {
    #expect(throws: RunFailure("--tls-name: \"bad name\" is neither a host name nor an IP address")) {
      try identity(TLSOptions(names: ["bad name"]), nil)
    }
  }
}

/// A log that keeps what was written.
final class KeptLog: Log {
  private let kept = Mutex<[LogEvent]>([])

  func write(_ event: LogEvent) { kept.withLock { $0.append(event) } }

  var lines: [String] { kept.withLock { $0.map { "\($0.level.rawValue): \($0.message)" } } }
}

@Suite struct `Reading scenarios again` {
  private func layers(_ files: [String: String]) -> [ScenarioLayer] {
    [
      ScenarioLayer(
        name: "s", files: files.map { ScenarioLayer.File(path: $0.key, bytes: Array($0.value.utf8)) })
    ]
  }

  @Test func `says what changed`() {
    let old = layers(["a": "1", "b": "1", "c": "1"])
    #expect(LayerChanges(from: old, to: old).text == "nothing changed")
    #expect(
      LayerChanges(from: old, to: layers(["a": "1", "b": "2", "d": "1"])).text
        == "added s/d; changed s/b; removed s/c")
    #expect(LayerChanges(from: old, to: []).text == "removed s/a, s/b, s/c")
    #expect(LayerChanges(from: [], to: layers(["a": "", "b": "", "c": "", "d": ""])).text == "added 4 files")
  }

  @Test func `puts the new set in force, and keeps the old one when it is wrong`() throws {
    let folder = try TemporaryFolder()
    let source = LibrarySource(hasDefaults: true, folders: [folder.path], clients: [])
    let first = try source.load()
    let log = KeptLog()
    let emulator = try Composition(loaded: first, seed: 1, log: log).emulator()
    let sandbox = emulator.root.sandbox
    let reload = Reload(source, first: first, into: emulator, log: log)
    try FileManager.default.createDirectory(atPath: "\(folder.path)/itsme", withIntermediateDirectories: true)
    let story = #"{"title":"t","provider":"itsme","phone":[{"do":"reject"}]}"#
    _ = try folder.write(story, to: "itsme/mine.json")
    reload.run()
    #expect(log.lines == ["info: scenarios were read again: added \(folder.path)/itsme/mine.json"])
    #expect(sandbox.library.scenario("mine", of: "itsme") != nil)

    _ = try folder.write(story.replacing("reject", with: "rejct"), to: "itsme/mine.json")
    _ = try folder.write("{", to: "itsme/other.json")
    reload.run()
    #expect(
      log.lines.dropFirst() == [
        "error: \(folder.path)/itsme/mine.json:1:48: phone[0].do: unknown verb \"rejct\" for itsme; did you mean \"reject\"?",
        "error: \(folder.path)/itsme/other.json:1:2: the text ends inside the object opened at 1:1",
        "error: the scenarios have 2 problems and stay as they were",
      ])
    #expect(sandbox.library.scenario("mine", of: "itsme") != nil)
    #expect(emulator.sandboxes.failure?.problems.count == 2)

    try FileManager.default.removeItem(atPath: "\(folder.path)/itsme/other.json")
    _ = try folder.write(story, to: "itsme/mine.json")
    reload.run()
    #expect(emulator.sandboxes.failure == nil)
  }

  @Test func `keeps what came by API in the root, on top of the files`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(#"{"people":{"carl":{"given_name":"Carl"}}}"#, to: "world.json")
    let source = LibrarySource(hasDefaults: true, folders: [folder.path], clients: [])
    let first = try source.load()
    let log = KeptLog()
    let emulator = try Composition(loaded: first, seed: 1, log: log).emulator()
    let sandbox = emulator.root.sandbox
    var files = sandbox.files
    files.world = files.world.merging([
      "people": (files.world["people"] ?? [:]).merging(["dora": ["given_name": "Dora"]])
    ])
    files.stories["itsme/mine"] = Array(#"{"title":"t","provider":"itsme"}"#.utf8)
    files.stories["itsme/reject"] = nil
    sandbox.replace(try files.library(first.loader, now: WallClock.now, source: "request"), files: files)
    let reload = Reload(source, first: first, into: emulator, log: log)
    _ = try folder.write(#"{"people":{"erik":{"given_name":"Erik"}}}"#, to: "world.json")
    reload.run()
    #expect(log.lines == ["info: scenarios were read again: changed \(folder.path)/world.json"])
    let people = sandbox.library.world.people
    #expect(people["dora"] != nil && people["erik"] != nil && people["carl"] == nil)
    #expect(sandbox.library.scenario("mine", of: "itsme") != nil)
    #expect(sandbox.library.scenario("reject", of: "itsme") == nil)
    reload.run()
    #expect(sandbox.files.stories["itsme/mine"] != nil && sandbox.library.world.people["dora"] != nil)

    // A person who is gone, and whom a story from the API names.
    files = sandbox.files
    files.stories["itsme/mine"] = Array(#"{"title":"t","provider":"itsme","person":"erik"}"#.utf8)
    sandbox.replace(try files.library(first.loader, now: WallClock.now, source: "request"), files: files)
    _ = try folder.write("{}", to: "world.json")
    reload.run()
    #expect(log.lines.last == "error: the scenarios have 1 problem and stay as they were")
    #expect(sandbox.library.world.people["erik"] != nil)
  }
}

@Suite struct `The journal's file` {
  @Test(.timeLimit(.minutes(1)))
  func `that is a pipe which nobody reads keeps nobody waiting, and counts what is lost`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let told = Mutex<[String]>([])
    let file = try AppendedFile(path) { line in told.withLock { $0.append(line) } }
    let entry = Array(String(repeating: "x", count: 9_999).utf8) + [0x0A]
    for _ in 0..<20 { file.append(entry) }
    #expect(
      told.withLock { $0 } == [
        "\(path): Resource temporarily unavailable; until it can be written, entries are lost"
      ])
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    func drain() {
      while case let count = read(reader, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    }
    drain()
    file.append(entry)
    drain()
    let lines = text.split(separator: 0x0A)
    // Each whole, the one that was torn too.
    #expect(lines.allSatisfy { $0.count == 9_999 } && text.last == 0x0A)
    #expect(told.withLock { $0 }.last == "\(path): \(21 - lines.count) entries were lost")
  }

  @Test func `on a full disk goes on with whole lines once there is room`() throws {
    let told = Mutex<[String]>([])
    let file = try AppendedFile("/dev/full") { line in told.withLock { $0.append(line) } }
    file.append([0x0A])
    file.append([0x0A])
    file.end()
    #expect(
      told.withLock { $0 } == [
        "/dev/full: No space left on device; until it can be written, entries are lost",
        "/dev/full: 2 entries were lost",
      ])
  }
}

@Suite struct `eidolon catalog` {
  private func run(_ arguments: String...) throws(UsageFailure) -> Report {
    try CatalogCommand.run(parsed(.catalog, arguments))
  }

  @Test func `prints text, JSON and schemas`() throws {
    #expect(try run().output.contains("reject"))
    #expect(try run("itsme").output.contains("reject"))
    #expect(try run("--json").output.hasPrefix("{\n  \"faults\": ["))
    #expect(try run("itsme", "--json").output.hasPrefix("{\n  \"title\": \"itsme\""))
    #expect(try run("--schema", "scenario").output.contains("https://json-schema.org/draft/2020-12/schema"))
    #expect(try run("--schema", "world").output != run("--schema", "scenario").output)
  }

  @Test func `says what it does not know`() {
    #expect(throws: UsageFailure("unknown provider \"itsmee\"; did you mean \"itsme\"?")) {
      try run("itsmee")
    }
    #expect(throws: UsageFailure("--schema: unknown schema \"wrld\"; did you mean \"world\"?")) {
      try run("--schema", "wrld")
    }
    #expect(throws: UsageFailure("--schema must be given alone: a schema is JSON and covers all providers")) {
      try run("--json", "--schema", "world")
    }
  }
}
