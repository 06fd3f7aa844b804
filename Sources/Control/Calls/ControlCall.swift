import Flow
import HTTP
import JSON
import ProviderKit

/// A call to the control plane of a sandbox, with what it may touch.
struct ControlCall {
  let call: Call
  let sandbox: Sandbox
  let providers: [any Provider]
  /// Gone while the program ends.
  let living: Sandboxes?
  let state: ControlState
  let route: ControlRoute
  /// Every call that there is.
  let routes: [ControlRoute]

  /// All sandboxes of the process.
  var sandboxes: Sandboxes {
    get throws(ControlProblem) {
      guard let living else { throw .ending }
      return living
    }
  }

  /// The parameter of the path.
  subscript(name: String) -> String { call.parameters[name] ?? "" }

  /// Refuses what no call takes: the wrong content type of a mutation, unknown parameters, a body where none belongs.
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

  /// A parameter of the query.
  func query(_ name: String) throws(ControlProblem) -> String? {
    do throws(Form.Problem) {
      return try call.request.target.query[name]
    } catch {
      throw .parameter(name, "a query of percent-encoded UTF-8")
    }
  }

  /// A whole number of the query within a range.
  func number(_ name: String, in range: ClosedRange<Int>, orElse standard: Int) throws(ControlProblem) -> Int
  {
    guard let text = try query(name) else { return standard }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), range.contains(number)
    else {
      throw .parameter(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A duration of the query.
  func duration(_ name: String, atMost: Duration, orElse standard: Duration) throws(ControlProblem)
    -> Duration
  {
    guard let text = try query(name) else { return standard }
    guard let duration = DurationText.parse(text), duration >= .zero, duration <= atMost else {
      throw .parameter(name, "a duration such as \"3s\", at most \(DurationText.text(atMost)),")
    }
    return duration
  }

  /// The provider of a name.
  func provider(_ slug: String) throws(ControlProblem) -> any Provider {
    guard let provider = providers.first(where: { type(of: $0).slug == slug }) else {
      throw .unknown("provider", slug, among: providers.map { type(of: $0).slug })
    }
    return provider
  }

  /// Who asked whom in the entries of the journal that the caller wants; `nil` for both.
  func direction() throws(ControlProblem) -> RecordedExchange.Direction? {
    guard let text = try query("direction") else { return nil }
    guard let direction = RecordedExchange.Direction(rawValue: text) else {
      throw .parameter("direction", "incoming or outgoing")
    }
    return direction
  }

  /// Reads the body as an object, all problems at once.
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

  /// The body as JSON with places.
  func node() throws(ControlProblem) -> JSONNode {
    try requireJSON()
    do throws(JSONProblem) {
      return try JSONParser.parse(call.request.body)
    } catch { throw .malformed([error]) }
  }

  /// Refuses a mutation without the content type of JSON.
  func requireJSON() throws(ControlProblem) {
    guard call.request.contentType?.essence == "application/json" else {
      throw ControlProblem(
        kind: "content-type", status: Status(415), title: "Content-Type: application/json is needed",
        detail: "Send the header Content-Type: application/json; a web page cannot do that without asking.")
    }
  }
}

extension ValueReader {
  /// The string if it is of bounded length.
  func shortText() -> String? {
    guard let text = string() else { return nil }
    guard text.unicodeScalars.count > ControlLimits.textLength else { return text }
    problem("a text of at most \(ControlLimits.textLength) characters is wanted")
    return nil
  }
}

/// What a control call answers.
enum ControlAnswer {
  /// JSON.
  case json(JSON, Status)
  /// Nothing.
  case noContent
  /// Something else than JSON.
  case response(Response)
  /// An answer that goes on.
  case stream(ResponseStream)
  /// Asked again when any transaction changed, and every now and then.
  case wait(then: @Sendable () -> ControlAnswer)

  /// JSON with 200.
  static func ok(_ json: JSON) -> ControlAnswer { .json(json, .ok) }
}
