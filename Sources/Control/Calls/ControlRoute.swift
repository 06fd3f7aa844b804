import HTTP
import JSON
import ProviderKit

/// A control call, declared once: what routes it, checks its query and describes it in the OpenAPI document.
struct ControlRoute: Sendable {
  typealias Handler = @Sendable (ControlCall) throws(ControlProblem) -> ControlAnswer

  let method: HTTP.Method
  /// The path below `/_eidolon/`, or below `/`.
  let path: String
  /// What it does, in one line.
  let summary: String
  /// The parameters of its query, and headers that it reads.
  let parameters: [Parameter]
  /// The schema of its body, for calls that have one.
  let body: JSON?
  /// What it answers when all is well.
  let answers: [Answer]
  /// The problems of its own, beside those that every call may have.
  let problems: [Answer]
  /// True if everybody on a safe host may call it, on every address and without the token.
  let isOpen: Bool
  /// True if it takes long, so that it must not hold up an event loop.
  let isHeavy: Bool
  /// True if it stands below `/`, because its place is a custom elsewhere.
  let isAtRoot: Bool
  let handle: Handler

  init(
    _ method: HTTP.Method, _ path: String, _ summary: String, _ parameters: [Parameter] = [],
    body: JSON? = nil, answers: [Answer], problems: [Answer] = [], isOpen: Bool = false,
    isHeavy: Bool = false, isAtRoot: Bool = false, _ handle: @escaping Handler
  ) {
    (self.method, self.path, self.summary) = (method, path, summary)
    (self.parameters, self.body) = (parameters, body)
    (self.answers, self.problems, self.isOpen, self.isHeavy) = (answers, problems, isOpen, isHeavy)
    (self.isAtRoot, self.handle) = (isAtRoot, handle)
  }

  /// The whole path.
  var fullPath: String { isAtRoot ? "/\(path)" : "/_eidolon/\(path)" }

  /// The names of the parts of the path that are open.
  var pathParameters: [String] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
  }

  /// A parameter of the query, or a header.
  struct Parameter: Sendable {
    let name: String
    let meaning: String
    let schema: JSON
    var isHeader = false
  }

  /// What a call may answer.
  struct Answer: Sendable {
    let status: Int
    let meaning: String
    let content: Content

    enum Content: Sendable {
      case nothing
      case of(mediaType: String, schema: JSON)
      /// One of several forms, the first of which is the usual one.
      case anyOf([(mediaType: String, schema: JSON)])
    }

    /// JSON of a schema.
    static func json(_ meaning: String, _ schema: JSON, status: Int = 200) -> Answer {
      Answer(status: status, meaning: meaning, content: .of(mediaType: "application/json", schema: schema))
    }

    /// 204.
    static func nothing(_ meaning: String) -> Answer {
      Answer(status: 204, meaning: meaning, content: .nothing)
    }

    /// Server-sent events.
    static func events(_ meaning: String) -> Answer {
      Answer(
        status: 200, meaning: meaning,
        content: .of(mediaType: "text/event-stream", schema: .component("Event")))
    }

    /// Something else than JSON, as text.
    static func text(_ mediaType: String, _ meaning: String, status: Int = 200) -> Answer {
      Answer(status: status, meaning: meaning, content: .of(mediaType: mediaType, schema: ["type": "string"]))
    }

    /// JSON of a schema, or the same in other media types where the caller asks for one of them.
    static func json(_ meaning: String, _ schema: JSON, or others: [String]) -> Answer {
      let forms = [(mediaType: "application/json", schema: schema)]
      return Answer(
        status: 200, meaning: meaning,
        content: .anyOf(
          forms + others.map { (mediaType: $0, schema: $0.hasSuffix("+json") ? .anyObject : .anyText) }))
    }

    /// A problem document.
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
    name: "endpoint", meaning: "Only of this endpoint; the names are those of the catalog.", schema: .anyText)
  static let direction = Self(
    name: "direction",
    meaning:
      "Only requests of clients (incoming), or only messages to their servers, such as webhooks (outgoing).",
    schema: .words(RecordedExchange.Direction.allCases.map(\.rawValue)))
  static let transaction = Self(name: "transaction", meaning: "Only of this transaction.", schema: .anyText)
  static let state = Self(
    name: "state", meaning: "Only of transactions in this state, a word of the provider.", schema: .anyText)
}
