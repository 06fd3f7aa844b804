import Flow
import HTTP
import JSON
import ProviderKit

/// A call to a sandbox's control plane, with everything that its handler may use.
struct ControlCall {
  let call: Call
  let sandbox: Sandbox
  let providers: Providers
  /// `nil` once the program shuts down.
  let living: Sandboxes?
  let state: ControlState
  let plane: Plane
  let route: ControlRoute
  /// All control calls, for the OpenAPI document.
  let routes: [ControlRoute]
  let descriptions: Descriptions

  var bench: Bench { plane.bench }

  var sandboxes: Sandboxes {
    get throws(ControlProblem) {
      guard let living else { throw .ending }
      return living
    }
  }

  /// Which of the tokens the caller has, counting from 0; 0 if there are none.
  var tokenNumber: Int { ControlToken.number(in: call.request, sandbox.settings.control) ?? 0 }

  /// As they are at the instant of the call.
  var knownTransactions: KnownTransactions {
    KnownTransactions(sandbox: sandbox, providers: providers, at: call.now)
  }

  /// A path parameter; empty if the route has none of this name.
  subscript(name: String) -> String { call.parameters[name] ?? "" }

  /// Refuses what no call accepts: a mutation with the wrong content type, unknown parameters, an unexpected body.
  func check() throws(ControlProblem) {
    if call.request.method != .get, call.request.method != .head {
      try requireJSON()
      if route.body == nil { try requireEmptyBody() }
    }
    let form: Form
    do { form = try call.request.target.query } catch { throw .malformedQuery("\(error)") }
    let known = route.parameters.filter { !$0.isHeader }.map(\.name)
    for (name, _) in form where !known.contains(name) { throw .unknownParameter(name, known) }
    for name in known where form.values(name).count > 1 { throw .parameter(name, "only one value") }
  }

  /// Some clients send `{}` with every call.
  private func requireEmptyBody() throws(ControlProblem) {
    guard !call.request.body.isEmpty else { return }
    let _: Bool = try body { _ in true }
  }

  func query(_ name: String) throws(ControlProblem) -> String? {
    do throws(Form.Problem) {
      return try call.request.target.query[name]
    } catch {
      throw .parameter(name, "a query of percent-encoded UTF-8")
    }
  }

  func number(_ name: String, in range: ClosedRange<Int>, orElse standard: Int) throws(ControlProblem) -> Int
  {
    guard let text = try query(name) else { return standard }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), range.contains(number)
    else {
      throw .parameter(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A cursor of the caller's; one ahead of the last number comes from an earlier process or sandbox, so everything is
  /// new.
  func cursor(upTo last: Int) throws(ControlProblem) -> Int {
    let after = try number("after", in: 0...Int.max, orElse: 0)
    return after > last ? 0 : after
  }

  func duration(_ name: String, atMost: Duration, orElse standard: Duration) throws(ControlProblem)
    -> Duration
  {
    guard let text = try query(name) else { return standard }
    guard let duration = DurationText.parse(text), duration >= .zero, duration <= atMost else {
      throw .parameter(name, "a duration such as \"3s\", from 0s to \(DurationText.text(atMost)),")
    }
    return duration
  }

  func provider(_ slug: String) throws(ControlProblem) -> any Provider {
    guard let provider = providers[slug] else {
      throw .unknown("provider", slug, among: slugs)
    }
    return provider
  }

  /// The direction of the requested journal entries; `nil` for both.
  func direction() throws(ControlProblem) -> RecordedExchange.Direction? {
    guard let text = try query("direction") else { return nil }
    guard let direction = RecordedExchange.Direction(rawValue: text) else {
      throw .parameter("direction", "incoming or outgoing")
    }
    return direction
  }

  /// Turns a thrown problem into a result.
  func attempt<Value>(
    _ ask: (ControlCall) throws(ControlProblem) -> Value
  ) -> Result<Value, ControlProblem> {
    do throws(ControlProblem) { return .success(try ask(self)) } catch { return .failure(error) }
  }

  /// Reads the body as an object, and reports all its problems at once.
  ///
  /// A mutation needs `Content-Type: application/json`, which no web page can send across origins without asking
  /// (control.md, Safety).
  func body<Value>(_ read: (ObjectReader) -> Value?) throws(ControlProblem) -> Value {
    let problems = JSONProblems()
    guard let reader = ObjectReader(try node(), problems: problems) else { throw .malformed(problems.sorted) }
    let value = read(reader)
    reader.finish()
    guard problems.isEmpty, let value else { throw .malformed(problems.sorted) }
    return value
  }

  /// The body as JSON with lines and columns.
  func node() throws(ControlProblem) -> JSONNode {
    do throws(JSONProblem) {
      return try JSONParser.parse(call.request.body)
    } catch { throw .malformed([error]) }
  }

  private func requireJSON() throws(ControlProblem) {
    guard call.request.contentType?.essence == "application/json" else {
      throw ControlProblem(
        kind: "content-type", status: Status(415), title: "Content-Type: application/json is needed",
        detail: "Send the header Content-Type: application/json; a web page cannot do that without asking.")
    }
  }
}

extension ValueReader {
  /// A string of at most `ControlLimits.textLength` characters.
  func shortText() -> String? {
    guard let text = string() else { return nil }
    guard text.unicodeScalars.count > ControlLimits.textLength else { return text }
    problem("expected a text of at most \(ControlLimits.textLength) characters")
    return nil
  }
}

enum ControlAnswer {
  case json(JSON, Status)
  /// Belongs to a transaction, so that the journal keeps it with the client's calls.
  case about(_ transaction: String, JSON)
  case noContent
  /// Anything but JSON.
  case response(Response)
  case stream(ResponseStream)
  /// Asks the other replicas with this path and query, and answers with what they returned.
  case gather(target: String, then: @Sendable ([Gathered]) -> ControlAnswer)
  /// Evaluated again whenever a transaction changes, and every 100 ms.
  case wait(then: @Sendable () -> ControlAnswer)

  static func ok(_ json: JSON) -> ControlAnswer { .json(json, .ok) }
}
