import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Control
@testable import TestWorlds

@Suite struct `The OpenAPI document` {
  private let emulator: TestEmulator
  private let document: JSON

  init() throws {
    emulator = try TestEmulator.withItsme()
    document = emulator.control(.get, "openapi.json").json
  }

  /// Methods and paths of the document.
  private var declared: Set<String> {
    var result: Set<String> = []
    for (path, operations) in document["paths"]?.object ?? [:] {
      for (method, _) in operations.object ?? [:] { result.insert("\(method.uppercased()) \(path)") }
    }
    return result
  }

  private func operation(_ method: String, _ path: String) -> JSON? {
    document["paths"]?[path]?[method.lowercased()]
  }

  /// A path with something in its open parts.
  private func filled(_ path: String) -> String {
    path.split(separator: "/").map { $0.hasPrefix("{") ? "x" : String($0) }.joined(separator: "/")
  }

  @Test func `bounds numbers by keywords, and says the bounds of durations`() {
    let order = operation("POST", "/_eidolon/sandboxes")?["requestBody"]?["content"]?["application/json"]?[
      "schema"]
    let members = order?["properties"]
    #expect(members?["seed"]?["minimum"] == 0 && members?["seed"]?["maximum"] == .integer(.max))
    #expect(members?["ttl"]?["description"]?.string?.contains("more than 0s, at most 1d") == true)
    let text = document.text()
    let pieces = text.split(separator: "(ms|s|m|h|d)$").dropFirst()
    #expect(pieces.count > 8)
    for piece in pieces { #expect(piece.prefix(80).contains("description"), "\(piece.prefix(80))") }
  }

  @Test func `is OpenAPI 3.1 and says where this sandbox is`() {
    #expect(document["openapi"] == "3.1.0")
    #expect(document["servers"]?[0]?["url"] == .string(TestEmulator.address))
    _ = emulator.control(.post, "sandboxes", ["name": "t1"])
    let other = emulator.control(.get, "openapi.json", in: "t1").json
    #expect(other["servers"]?[0]?["url"] == .string("\(TestEmulator.address)/~t1"))
  }

  @Test(arguments: ["openapi.json", "catalog"])
  func `is made on a worker, as the catalog is, so that nobody else waits`(_ path: String) {
    let request = Request(.get, "/_eidolon/\(path)", headers: ["Host": "localhost:8080"])
    let peer = Peer(address: "127.0.0.1", isSecure: false, localPort: 8080)
    guard case .work = emulator.application.respond(to: request, from: peer) else {
      Issue.record("it is made on the event loop")
      return
    }
  }

  @Test func `is made once, as the catalog is, but for the caller's address`() {
    let descriptions = Descriptions()
    var made = 0
    let documents = ["http://localhost:8080", "http://a\"b/~t1"].map { base in
      descriptions.openAPI(base) {
        made += 1
        return OpenAPIDocument(routes: Control.routes, base: $0, needsToken: false).json
      }
    }
    let catalogs = [1, 2].map { _ in
      descriptions.catalog {
        made += 1
        return Catalog([]).json
      }
    }
    #expect(made == 2)
    let parsed = documents.map { (try? JSONParser.parse($0.body).json) ?? .null }
    #expect(
      parsed.map { $0["servers"]?[0]?["url"]?.string } == ["http://localhost:8080", "http://a\"b/~t1"])
    #expect(parsed[0]["paths"] == parsed[1]["paths"])
    #expect(catalogs[0] == catalogs[1])
  }

  @Test func `has every route that answers, and no other`() {
    let endpoints = Control.desk(emulator.sandbox.settings.control, emulator.state).endpoints
    let calls = endpoints.filter { endpoint in
      endpoint.path == "/metrics" || endpoint.path.hasPrefix("/_eidolon/")
    }
    let served = calls.flatMap { endpoint in
      endpoint.methods.map { "\($0.text) \(endpoint.path)" }
    }
    #expect(Set(served) == declared)
    #expect(served.count == Set(served).count)
  }

  @Test func `has only routes that answer, with a status that it declares`() throws {
    for name in declared {
      let parts = name.split(separator: " ")
      let method = HTTP.Method(String(parts[0]))
      let answer = emulator.send(
        Request(
          method, "/" + filled(String(parts[1])), headers: ["Content-Type": "application/json"],
          body: method == .get || method == .delete ? [] : Array("{}".utf8)))
      guard !answer.isHeld else { continue }
      #expect(answer.json["type"] != "urn:eidolon:problem:unknown-call", "\(name)")
      #expect(answer.status != 405, "\(name)")
      let responses = operation(String(parts[0]), String(parts[1]))?["responses"]
      let response = responses?["\(answer.status)"]
      #expect(response != nil, "\(name) answers \(answer.status)")
      let type = answer.header("Content-Type")?.split(separator: ";").first.map(String.init)
      #expect(type == response?["content"]?.object?.map(\.name).first, "\(name)")
    }
  }

  @Test func `has no other method that answers`() {
    let paths = Set(declared.map { String($0.split(separator: " ")[1]) })
    for path in paths {
      for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
      where !declared.contains("\(method) \(path)") {
        let answer = emulator.send(Request(HTTP.Method(method), "/" + filled(path)))
        #expect(answer.status == 405, "\(method) \(path)")
        #expect(answer.header("Content-Type") == "application/problem+json", "\(method) \(path)")
        #expect(answer.header("Allow")?.isEmpty == false, "\(method) \(path)")
      }
    }
  }

  @Test func `refers only to schemas that it has`() {
    let known = Set(
      document["components"]?["schemas"]?.object?.map { "#/components/schemas/\($0.name)" } ?? [])
    var unknown: [String] = []
    func walk(_ json: JSON) {
      switch json {
      case .object(let object):
        if let reference = object["$ref"]?.string, !known.contains(reference) { unknown.append(reference) }
        for (_, value) in object { walk(value) }
      case .array(let elements): elements.forEach(walk)
      default: break
      }
    }
    walk(document)
    #expect(!known.isEmpty && unknown.isEmpty)
  }

  @Test func `declares every member that a body may have`() {
    // Each declared member is known to the reader of the body: none of them is called unknown.
    for name in declared {
      let parts = name.split(separator: " ").map(String.init)
      let body = operation(parts[0], parts[1])?["requestBody"]?["content"]?["application/json"]?["schema"]
      guard let members = body?["properties"]?.object, !members.isEmpty else { continue }
      var object: JSONObject = ["no_such_member": 1]
      for (member, _) in members { object[member] = .null }
      let answer = emulator.send(
        Request(
          HTTP.Method(parts[0]), "/" + filled(parts[1]), headers: ["Content-Type": "application/json"],
          body: JSON.object(object).bytes()))
      #expect(answer.status == 400, "\(name)")
      let messages = answer.json["problems"]?.array?.compactMap { $0["message"]?.string } ?? []
      let unknown = messages.filter { $0.contains("unknown member") }
      #expect(unknown.count == 1 && unknown[0].contains("no_such_member"), "\(name): \(messages)")
    }
  }

  @Test func `names each operation once, and tells what it does`() {
    var identifiers: [String] = []
    for (_, operations) in document["paths"]?.object ?? [:] {
      for (_, operation) in operations.object ?? [:] {
        identifiers.append(operation["operationId"]?.string ?? "")
        #expect(operation["summary"]?.string?.isEmpty == false)
      }
    }
    #expect(Set(identifiers).count == identifiers.count && !identifiers.contains(""))
  }

  @Test func `says that a token is needed where one is`() throws {
    #expect(document["security"] == [])
    var settings = Sandbox.Settings()
    settings.control.token = "secret"
    let guarded = try TestEmulator(
      [], files: ["world.json": #"{"people": {"anna": {"given_name": "Anna"}}}"#], settings: settings)
    let document = guarded.get("/_eidolon/openapi.json", headers: ["Authorization": "Bearer secret"]).json
    #expect(document["security"] == [["token": []], ["cookie": []]])
    #expect(document["paths"]?["/_eidolon/health"]?["get"]?["security"] == [])
  }
}
