import DefaultScenarios
import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit

import Registry

/// An emulator with the shipped people and clients, in which a human decides on the fake handset.
struct PhoneStage {
  let emulator: TestEmulator

  init() throws {
    var settings = Sandbox.Settings()
    settings.isInteractive = true
    let world = DefaultScenarios.files.first { $0.path == "world.json" }?.bytes ?? []
    emulator = try TestEmulator(
      registry, files: ["world.json": String(decoding: world, as: UTF8.self)], settings: settings)
  }

  static let browser: Headers = ["Accept": "text/html", "User-Agent": "Mozilla/5.0 (X11; Linux x86_64)"]
  static let callback = "http://localhost:9000/cb"

  /// What the handset shows.
  var requests: [JSON] {
    let answer = emulator.get("/_eidolon/phone")
    return json(answer)["requests"]?.array ?? []
  }

  /// What the handset shows of the only transaction.
  var request: JSON { requests.count == 1 ? requests[0] : .null }

  /// The verbs that are offered now.
  var verbs: [String] { request["choices"]?.array?.compactMap { $0["do"]?.string } ?? [] }

  /// Those of them that stand within reach of a thumb.
  var decisions: [String] {
    request["choices"]?.array?.filter { $0["role"] != "other" }.compactMap { $0["do"]?.string } ?? []
  }

  /// A person opens a link, or scans a code.
  func open(_ link: String, person: String? = nil) -> JSON {
    var body: JSONObject = ["link": .string(link)]
    body["person"] = person.map(JSON.string)
    return json(post("phone/open", .object(body)))
  }

  /// A person does something with the only request.
  @discardableResult
  func act(_ verb: String, reason: String? = nil) -> Int {
    var body: JSONObject = ["do": .string(verb)]
    body["reason"] = reason.map(JSON.string)
    return post("transactions/\(request["transaction"]?.string ?? "")/phone", .object(body)).status
  }

  func post(_ path: String, _ body: JSON, _ method: HTTP.Method = .post) -> TestAnswer {
    emulator.send(
      Request(
        method, "/_eidolon/\(path)", headers: ["Content-Type": "application/json"], body: body.bytes()))
  }

  func json(_ answer: TestAnswer) -> JSON { (try? JSON(parsing: answer.response?.body ?? [])) ?? .null }

  /// A page that a browser is shown.
  @discardableResult
  func visit(_ path: String, _ query: [String: String]) -> TestAnswer {
    var form = Form()
    for (name, value) in query.sorted(by: { $0.key < $1.key }) { form.append(name, value) }
    return emulator.get("\(path)?\(form.encoded)", headers: Self.browser)
  }

  // MARK: Logins

  @discardableResult
  func itsme() -> TestAnswer {
    visit(
      "/itsme/oidc/authorization",
      [
        "client_id": "PHONE_TEST", "response_type": "code", "scope": "openid service:X profile email",
        "redirect_uri": Self.callback, "state": "s", "nonce": "n", "login_hint": "32+470000001",
      ])
  }

  @discardableResult
  func criipto(_ acr: String, _ changes: [String: String] = [:]) -> TestAnswer {
    let query = [
      "client_id": "urn:my:application:identifier:1234", "response_type": "code", "scope": "openid",
      "redirect_uri": Self.callback, "state": "s", "nonce": "n", "acr_values": "urn:grn:authn:\(acr)",
    ]
    return visit("/criipto/oauth2/authorize", query.merging(changes) { $1 })
  }

  /// A BWS token for a task.
  func bioid(_ task: String = "verify") -> String {
    let credentials = "Basic ZGVtby1hcHA6ZGVtby1zZWNyZXQ="
    return emulator.get(
      "/bioid/extension/token?id=demo-app&bcid=bws.12.4711&task=\(task)",
      headers: ["Authorization": credentials]
    ).text
  }

  @discardableResult
  func reuseid() -> TestAnswer {
    visit(
      "/reuseid/auth/open/connect/authorize",
      [
        "client_id": "eidolon-demo", "response_type": "code", "scope": "openid mobileid", "state": "s",
        "redirect_uri": Self.callback, "acr_values": "idp:mobileid", "nonce": "n",
        "login_hint":
          "userId:7f1994f0-5fed-4e0f-a8e2-64da520a09cb deviceId:3d1f7a52-9c4e-4b0a-8f6d-2e5b8c7a9014",
      ])
  }

  /// The authorization of a VideoID.
  func videoid() -> String {
    let answer = emulator.send(
      Request(
        .post, "/videoid/v2/videoid.request",
        headers: [
          "Content-Type": "application/json", "Authorization": "Bearer 00000000-0000-4000-8000-000000000001",
        ], body: Array(#"{"process":"Unattended"}"#.utf8)))
    return json(answer)["authorization"]?.string ?? ""
  }

  /// A call of a friend of VeridiumID; what it answers.
  func veridium(_ call: String, _ type: String, _ body: JSON) -> JSON {
    json(
      emulator.send(
        Request(
          .post, "/veridium/websec/rest/enterprise/\(call)",
          headers: [
            "Content-Type": "application/vnd.veridiumid.\(type)+json",
            "X-Friend-Cert-Subject": "CN=demo-friend",
          ], body: body.bytes())))
  }
}
