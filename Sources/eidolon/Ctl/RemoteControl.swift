import Flow
import HTTP
import JSON
import Server

/// A client of a running server's control plane.
struct RemoteControl {
  /// The base URL of control calls, without a trailing slash: `http://localhost:8080/~t1/_eidolon`.
  private(set) var base: String
  /// The URL of the root sandbox, or of the only sandbox that is called.
  let root: String
  let timeout: Duration
  let token: String?
  /// What the user wrote, for refusals of bodies that an action made of it.
  var given = GivenWords()
  private let caller: Caller

  struct Answer {
    let status: Int
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON; `null` if it is not JSON.
    var json: JSON { (try? JSON(parsing: body)) ?? .null }
  }

  init(_ options: ParsedOptions, environment: [String: String]) throws(CtlFailure) {
    let server = options.first("server") ?? OptionValue(text: "http://localhost:8080", origin: "--server")
    try self.init(
      server, options, environment: environment,
      timeout: try CtlFailure.duration(options.first("timeout")) ?? .seconds(10))
    guard let sandbox = options.first("sandbox") else { return }
    guard whole == root else {
      throw .usage(
        "\(server.origin) \(JSONProblem.quoted(server.text)) names a sandbox, and \(sandbox.origin) "
          + "\(JSONProblem.quoted(sandbox.text)) one too; say --server \(whole) --sandbox \(sandbox.text)")
    }
    base = "\(root)/~\(sandbox.text)/_eidolon"
  }

  /// Of the server at a URL, with `--token` and `--ca` of a command.
  init(
    _ server: OptionValue, _ options: ParsedOptions, environment: [String: String], timeout: Duration
  ) throws(CtlFailure) {
    guard server.text.hasPrefix("http://") || server.text.hasPrefix("https://") else {
      throw .usage(
        "\(server.origin) \(JSONProblem.quoted(server.text)) is not a URL such as http://localhost:8080")
    }
    var authorities: String?
    if let file = options.first("ca")?.text {
      do throws(FileError) { authorities = try File.readText(file) } catch { throw .usage("--ca \(error)") }
    }
    // A container of the server often has the token in the server's own variable, which may hold several.
    let token = options.first("token")?.text ?? environment["EIDOLON_CONTROL_TOKEN"]?.listed().first
    self.init(server.text, token: token, authorities: authorities, timeout: timeout)
  }

  init(_ url: String, token: String?, authorities: String? = nil, timeout: Duration) {
    var root = url
    while root.hasSuffix("/") { root.removeLast() }
    (self.root, base, self.timeout) = (root, "\(root)/_eidolon", timeout)
    self.token = token.flatMap { $0.isEmpty ? nil : $0 }
    caller = Caller(OutgoingOptions(authorities: authorities))
  }

  /// The URL of the server whose sandbox `root` may be.
  private var whole: String {
    root.firstRange(of: "/~").map { String(root[..<$0.lowerBound]) } ?? root
  }

  /// The control plane of a sandbox, or of the root, for calls about sandboxes: the sandbox of `--sandbox` may be gone.
  func at(_ sandbox: String = "") -> RemoteControl {
    var server = self
    server.base =
      sandbox.isEmpty ? "\(whole)/_eidolon" : "\(whole)/~\(PercentCoding.encode(sandbox))/_eidolon"
    return server
  }

  /// Returns the answer whatever its status.
  func ask(
    _ method: HTTP.Method, _ path: String, _ query: Form = Form(), body: [UInt8]? = nil,
    atMost limit: Duration? = nil
  ) throws(CtlFailure) -> Answer {
    var headers: Headers = [:]
    if method != .get { headers.set("Content-Type", "application/json") }
    if let token { headers.set("Authorization", "Bearer \(token)") }
    let url = "\(base)/\(path)" + (query.isEmpty ? "" : "?\(query.encoded)")
    do throws(FetchError) {
      let document = try caller.call(
        method, url, headers: headers, body: body ?? (method == .get ? [] : Array("{}".utf8)),
        timeout: limit ?? timeout)
      return Answer(status: document.status.code, body: document.body)
    } catch {
      if case .invalidURL = error { throw .usage("\(error)") }
      throw .unreachable("\(base): \(error)")
    }
  }

  /// Throws for any status but 2xx.
  func call(
    _ method: HTTP.Method, _ path: String, _ query: Form = Form(), body: JSON? = nil,
    atMost limit: Duration? = nil
  ) throws(CtlFailure) -> Answer {
    let answer = try ask(method, path, query, body: body?.bytes(), atMost: limit)
    guard (200..<300).contains(answer.status) else { throw .refused(answer, given) }
    return answer
  }

  /// Sends a file's text as it is for one member of the body, so that a refusal can name the file's own lines.
  func call(
    _ method: HTTP.Method, _ path: String, _ body: JSONObject, _ member: String, _ text: [UInt8],
    of file: String
  ) throws(CtlFailure) -> Answer {
    // The text begins a line of its own, and so has the columns of the file.
    var bytes = Array("{\"\(member)\":\n".utf8)
    bytes += text
    if !body.isEmpty { bytes.append(UInt8(ascii: ",")) }
    bytes += JSON.object(body).bytes().dropFirst()
    let answer = try ask(method, path, body: bytes)
    guard (200..<300).contains(answer.status) else {
      throw .refused(answer, given, placing: member, in: file)
    }
    return answer
  }
}

enum CtlFailure: Error, Equatable {
  /// It was called wrongly.
  case usage(String)
  /// The server does not answer.
  case unreachable(String)
  /// The server answers with an error.
  case refused(String)
  /// A verification does not hold, or nothing happened in time.
  case unmet(String)
  /// The output shows problems; it still goes to standard output.
  case unhealthy(String)
  /// A file cannot be written.
  case file(String)

  /// Explains the refusal by its problem document (RFC 9457).
  static func refused(_ answer: RemoteControl.Answer, _ given: GivenWords = GivenWords()) -> CtlFailure {
    let document = answer.json
    if let text = given.explain(document) { return .refused(text) }
    guard let detail = document["detail"]?.string else {
      return .refused("the server answered with status \(answer.status), and not as a control plane does")
    }
    var text = detail
    for problem in document["problems"]?.array ?? [] {
      guard let message = problem["message"]?.string, !detail.contains(message) else { continue }
      text += "\n  \(message)"
    }
    return .refused(text)
  }

  /// Explains the refusal of a file's text, which began the second line of the body.
  static func refused(
    _ answer: RemoteControl.Answer, _ given: GivenWords = GivenWords(), placing member: String,
    in file: String
  ) -> CtlFailure {
    let problems = (answer.json["problems"]?.array ?? []).compactMap { problem -> String? in
      guard problem["file"]?.string == member, let line = problem["line"]?.integer,
        let column = problem["column"]?.integer, let message = problem["message"]?.string
      else { return nil }
      let path = problem["path"]?.string.map { "\($0): " } ?? ""
      return "\(file):\(line - 1):\(column): \(path)\(message)"
    }
    return problems.isEmpty ? refused(answer, given) : .refused(problems.joined(separator: "\n"))
  }

  /// For standard error.
  var text: String {
    switch self {
    case .usage(let text), .unreachable(let text), .refused(let text), .unmet(let text), .unhealthy(let text),
      .file(let text):
      text
    }
  }

  var status: ExitStatus {
    switch self {
    case .usage: .usage
    case .unreachable: .unreachable
    case .refused: .refused
    case .unmet, .unhealthy, .file: .failure
    }
  }

  static func duration(_ value: OptionValue?) throws(CtlFailure) -> Duration? {
    guard let value else { return nil }
    guard let duration = DurationText.parse(value.text), duration > .zero else {
      throw .usage(
        "\(value.origin) \(JSONProblem.quoted(value.text)) is not a duration of more than 0s and at most "
          + "\(DurationText.text(DurationText.longest)), such as 500ms, 3s or 2m")
    }
    return duration
  }

  /// Which numbers are taken is for the server to say.
  static func number(_ value: OptionValue?) throws(CtlFailure) -> Int? {
    guard let value else { return nil }
    guard let number = Int(value.text) else {
      throw .usage("\(value.origin) \(JSONProblem.quoted(value.text)) is not a whole number up to \(Int.max)")
    }
    return number
  }
}
