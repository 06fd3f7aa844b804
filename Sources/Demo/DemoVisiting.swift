import Flow
import Frame
import HTTP
import JSON
import ProviderKit

/// A visit during a call: what its relying party can do.
///
/// It can send requests to this server, remember values, and say what the browser sees next.
struct DemoVisiting: Sendable {
  let identifier: String
  let flow: DemoFlow
  let call: Call
  let sandbox: Sandbox
  let visits: DemoVisits

  /// The visit in its present state; `nil` once it is forgotten.
  var visit: DemoVisit? { visits.find(identifier) }

  /// Empty if nothing is remembered under the name.
  func remembered(_ name: String) -> String { visit?.memory[name] ?? "" }

  /// True if the relying party makes this mistake.
  func has(_ mistake: DemoSwitch) -> Bool { visit?.switches.has(mistake) == true }

  func remember(_ values: [String: String]) {
    visits.update(identifier) { $0.memory.merge(values) { $1 } }
  }

  func note(_ checks: [DemoCheck]) {
    visits.update(identifier) { $0.note(checks) }
  }

  func secret(_ purpose: String) -> String {
    sandbox.environment.identifier(
      length: 43, from: .base64URL, ordinal: visits.nextNumber(), purpose: "demo/\(purpose)")
  }

  var now: Instant { sandbox.environment.clock.read().now }

  // MARK: Addresses

  /// The provider's base URL for the relying party's server.
  var provider: String { "\(call.base)/\(flow.provider)" }

  /// The provider's base URL for browsers.
  var publicProvider: String { "\(call.publicBase)/\(flow.provider)" }

  var callback: String { "\(call.publicBase)/demo/\(flow.slug)/callback" }

  var page: String { "\(call.publicBase)/demo/\(flow.slug)/visits/\(identifier)" }

  // MARK: What the browser sees next

  func show() -> Outcome { go(to: page) }

  /// Redirects within this server; a relying party never redirects to another one.
  func go(to url: String) -> Outcome {
    guard url.hasPrefix("\(call.base)/") || url.hasPrefix("\(call.publicBase)/") else {
      return refuse("The provider named an address that is not this emulator's: \(url)")
    }
    return .answer(Answer(.redirect(303, to: url)))
  }

  /// Refuses the person, unless the relying party makes the mistake and logs them in.
  func refuse(_ reason: String, unless mistake: DemoSwitch, as name: String = "somebody") -> Outcome {
    has(mistake) ? conclude(name, [:]) : refuse(reason)
  }

  func refuse(_ reason: String) -> Outcome {
    visits.update(identifier) { $0.refuse(reason) }
    return show()
  }

  func wait(for what: String) -> Outcome {
    visits.update(identifier) { $0.wait(for: what) }
    return show()
  }

  /// Logs the person in if every check passed.
  func conclude(_ name: String, _ claims: JSONObject, checking checks: [DemoCheck] = []) -> Outcome {
    let session = secret("session")
    visits.update(identifier) { visit in
      // The page may poll while the browser comes back: only the first conclusion counts.
      guard visit.isUnderway else { return }
      visit.note(checks)
      visit.conclude(name, claims)
      if case .welcomed = visit.state { visit.memory["session"] = session }
    }
    return show()
  }

  // MARK: Asking the provider

  /// Sends a request to this server over HTTP, and continues with the answer, whatever its status.
  func ask(
    _ purpose: String, _ method: HTTP.Method, _ url: String, headers: Headers = [:], body: [UInt8] = [],
    unless mistake: DemoSwitch = .failOpen,
    then: @escaping @Sendable (FetchedDocument) -> Outcome
  ) -> Outcome {
    guard let target = target(of: url) else {
      return refuse("The relying party calls nobody but this emulator, and \(url) is somebody else's.")
    }
    var headers = headers
    headers.set("Host", call.request.authority ?? "localhost:\(call.peer.localPort)")
    headers.set("User-Agent", "eidolon-demonstration")
    let request = Request(method, target, headers: headers, body: body)
    return .call(request) { [self] result, _ in
      visits.update(identifier) { $0.note(DemoVisit.Exchange(purpose, request, result)) }
      switch result {
      case .failure(let error):
        return refuse("\(purpose) failed: \(error)", unless: mistake)
      case .success(let document): return then(document)
      }
    }
  }

  func post(
    _ purpose: String, _ url: String, form: Form, headers: Headers = [:],
    unless mistake: DemoSwitch = .failOpen,
    then: @escaping @Sendable (FetchedDocument) -> Outcome
  ) -> Outcome {
    var headers = headers
    headers.set("Content-Type", "application/x-www-form-urlencoded")
    let body = Array(form.encoded.utf8)
    return ask(purpose, .post, url, headers: headers, body: body, unless: mistake, then: then)
  }

  func post(
    _ purpose: String, _ url: String, json: JSON, headers: Headers = [:],
    then: @escaping @Sendable (FetchedDocument) -> Outcome
  ) -> Outcome {
    var headers = headers
    if !headers.contains("Content-Type") { headers.set("Content-Type", "application/json") }
    return ask(purpose, .post, url, headers: headers, body: json.bytes(), then: then)
  }

  /// Continues with the JSON object of a 2xx answer; refuses the visitor otherwise.
  func object(
    _ purpose: String, _ document: FetchedDocument, unless mistake: DemoSwitch = .failOpen,
    then: (JSONObject) -> Outcome
  ) -> Outcome {
    guard (200...299).contains(document.status.code) else {
      return refuse(
        "\(purpose) was answered with \(document.status): \(document.excerpt)", unless: mistake)
    }
    guard let object = (try? JSON(parsing: document.body))?.object else {
      return refuse("\(purpose) brought no JSON object.", unless: mistake)
    }
    return then(object)
  }

  /// The path and query of a URL of this server; `nil` for any other URL.
  private func target(of url: String) -> String? {
    for home in [call.base, call.publicBase] where url.hasPrefix("\(home)/") {
      let path = ControlPage.path(of: "\(call.base)/")
      return path + url.dropFirst(home.count + 1)
    }
    return nil
  }
}

extension FetchedDocument {
  /// The same with status 200.
  var asOK: FetchedDocument { FetchedDocument(status: .ok, headers: headers, body: body) }

  var excerpt: String {
    String(decoding: body.prefix(300), as: UTF8.self)
  }
}

extension DemoVisit.Exchange {
  /// How many bytes of a body are kept.
  private static let limit = 1800

  init(_ purpose: String, _ request: Request, _ result: Result<FetchedDocument, FetchError>) {
    self.purpose = purpose
    let shown = request.headers.filter { $0.name != "User-Agent" }.map { "\($0.name): \($0.value)" }
    self.request =
      "\(request.method.text) \(request.target.raw)\n\(shown.joined(separator: "\n"))"
      + (request.body.isEmpty ? "" : "\n\n\(Self.text(request.body))")
    switch result {
    case .failure(let error): answer = "\(error)"
    case .success(let document):
      let type = document.headers["Content-Type"].map { "Content-Type: \($0)\n" } ?? ""
      answer = "\(document.status)\n\(type)\n\(Self.text(document.body))"
    }
  }

  private static func text(_ body: [UInt8]) -> String {
    guard body.count > limit else { return String(decoding: body, as: UTF8.self) }
    return String(decoding: body.prefix(limit), as: UTF8.self) + "… (\(body.count) bytes)"
  }
}
