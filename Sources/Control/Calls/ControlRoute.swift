import Flow
import HTTP
import JSON
import ProviderKit

/// A control call, declared once: it is routed, its query checked, and the OpenAPI document derived from this.
struct ControlRoute: Sendable {
  typealias Handler = @Sendable (ControlCall) throws(ControlProblem) -> ControlAnswer

  let method: HTTP.Method
  /// The path below `/_eidolon/`, or below `/` if `isAtRoot`.
  let path: String
  let summary: String
  /// Query parameters, and headers that it reads.
  let parameters: [Parameter]
  /// The body's schema; `nil` if the call takes none.
  let body: JSON?
  /// The successful answers.
  let answers: [Answer]
  /// Its own problems, besides those that every call may have.
  let problems: [Answer]
  /// True if anyone on a safe host may call it, on any address and without the token.
  let isOpen: Bool
  /// Heavy calls run on a worker, not on an event loop.
  let weight: Endpoint<Plane>.Weight
  /// True if it is below `/`, where convention puts it (`/metrics`).
  let isAtRoot: Bool
  /// True if GET stores something, so that HEAD is refused.
  let isChanging: Bool
  let handle: Handler

  init(
    _ method: HTTP.Method, _ path: String, _ summary: String, _ parameters: [Parameter] = [],
    body: JSON? = nil, answers: [Answer], problems: [Answer] = [], isOpen: Bool = false,
    weight: Endpoint<Plane>.Weight = .light, isAtRoot: Bool = false, isChanging: Bool = false,
    _ handle: @escaping Handler
  ) {
    (self.method, self.path, self.summary) = (method, path, summary)
    (self.parameters, self.body, self.weight) = (parameters, body, weight)
    (self.answers, self.problems, self.isOpen) = (answers, problems, isOpen)
    (self.isAtRoot, self.isChanging, self.handle) = (isAtRoot, isChanging, handle)
  }

  var fullPath: String { isAtRoot ? "/\(path)" : "/_eidolon/\(path)" }

  var pathParameters: [String] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
  }

  struct Parameter: Sendable {
    let name: String
    let meaning: String
    let schema: JSON
    var isHeader = false
  }

  struct Answer: Sendable {
    let status: Int
    let meaning: String
    let content: Content

    enum Content: Sendable {
      case nothing
      case of(mediaType: String, schema: JSON)
      /// One of several representations, the default first.
      case anyOf([(mediaType: String, schema: JSON)])
    }

    static func json(_ meaning: String, _ schema: JSON, status: Int = 200) -> Answer {
      Answer(status: status, meaning: meaning, content: .of(mediaType: "application/json", schema: schema))
    }

    static func nothing(_ meaning: String) -> Answer {
      Answer(status: 204, meaning: meaning, content: .nothing)
    }

    static func events(_ meaning: String) -> Answer {
      Answer(
        status: 200, meaning: meaning,
        content: .of(mediaType: "text/event-stream", schema: .component("Event")))
    }

    static func text(_ mediaType: String, _ meaning: String, status: Int = 200) -> Answer {
      Answer(status: status, meaning: meaning, content: .of(mediaType: mediaType, schema: ["type": "string"]))
    }

    /// JSON by default; another media type on request.
    static func json(_ meaning: String, _ schema: JSON, or others: [String]) -> Answer {
      let forms = [(mediaType: "application/json", schema: schema)]
      return Answer(
        status: 200, meaning: meaning,
        content: .anyOf(
          forms + others.map { (mediaType: $0, schema: $0.hasSuffix("+json") ? .anyObject : .anyText) }))
    }

    static let unknownTransaction = problem(404, "There is no such login, or nothing is kept of it.")
    static let unknownName = problem(422, "A name in it does not exist; with the closest ones.")

    static func problem(_ status: Int, _ meaning: String, _ schema: JSON = .component("Problem")) -> Answer {
      Answer(
        status: status, meaning: meaning,
        content: .of(mediaType: "application/problem+json", schema: schema))
    }
  }
}

extension ControlRoute.Parameter {
  static let provider = Self(name: "provider", meaning: "Only of this provider.", schema: .anyText)
  static let client = Self(name: "client", meaning: "Only of this client.", schema: .anyText)
  static let endpoint = Self(
    name: "endpoint", meaning: "Only of this endpoint, or of this event; the names are those of the catalog.",
    schema: .anyText)
  static let direction = Self(
    name: "direction",
    meaning:
      "Only requests of clients (incoming), or only messages to their servers, such as webhooks (outgoing).",
    schema: .words(RecordedExchange.Direction.allCases.map(\.rawValue)))
  static let transaction = Self(name: "transaction", meaning: "Only of this transaction.", schema: .anyText)
  static let sandbox = Self(
    name: "sandbox",
    meaning:
      "At the root: only of the sandboxes of this name, ended ones too; empty for the root by itself. Without it the "
      + "answer is about all.",
    schema: .anyText)
  static let secrets = Self(
    name: "secrets",
    meaning: "Whether codes, tokens' signatures, cookies and other secrets are masked; shown unless said.",
    schema: .words(["shown", "hidden"]))
  static let rule = Self(name: "rule", meaning: "Only of this rule.", schema: .anyText)
  static let severity = Self(
    name: "severity", meaning: "Only findings of at least this severity.",
    schema: .words(Rule.Severity.allCases.map(\.rawValue)))
  static let of = Self(
    name: "of", meaning: "At the root with --peers: of all replicas, which is the default, or of this one.",
    schema: .words(["all", "this"]))
  static let state = Self(
    name: "state", meaning: "Only of transactions in this state, a word of the provider.", schema: .anyText)
}
