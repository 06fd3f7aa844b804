import Control
import JSON

/// The Model Context Protocol: JSON-RPC 2.0 messages to answers, without state between them.
///
/// Versions up to 2025-11-25 begin with `initialize`; from 2026-07-28 on each request names its version, and
/// `server/discover` lists what the server offers.
struct MCPServer {
  struct Answer: Equatable {
    let text: String
    let isError: Bool
  }

  /// Calls the control plane.
  let call: (ControlTool.Request) -> Answer

  /// Newest first.
  static let versionsWithHandshake = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  static let versionsInRequests = ["2026-07-28"]

  /// An error of JSON-RPC 2.0 §5.1, or of the protocol.
  private struct Failure: Error {
    let code: Int
    let message: String
    var data: JSON?

    static func invalidRequest(_ message: String) -> Failure { Failure(code: -32600, message: message) }
    static func invalidParameters(_ message: String) -> Failure { Failure(code: -32602, message: message) }
  }

  /// - Returns: `nil` if no answer is due.
  func answer(_ line: [UInt8]) -> JSON? {
    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) else { return nil }
    let message: JSON
    do throws(JSONProblem) {
      message = try JSON(parsing: line)
    } catch {
      return Self.failed(.null, Failure(code: -32700, message: "this line is not JSON: \(error)"))
    }
    // Version 2025-03-26 allows batches.
    guard let batch = message.array, !batch.isEmpty else { return answer(message) }
    let answers = batch.compactMap { answer($0) }
    return answers.isEmpty ? nil : .array(answers)
  }

  private func answer(_ message: JSON) -> JSON? {
    // Responses and notifications: this server sends no requests, and runs nothing that could be cancelled.
    if message["jsonrpc"]?.string == "2.0", message["id"] == nil || message["method"] == nil,
      message.object != nil,
      message["method"]?.string != nil || message["result"] != nil || message["error"] != nil
    {
      return nil
    }
    let identifier = message["id"] ?? .null
    do throws(Failure) {
      guard message["jsonrpc"]?.string == "2.0", let method = message["method"]?.string else {
        throw .invalidRequest("expected a request of JSON-RPC 2.0: jsonrpc \"2.0\", id, method")
      }
      switch identifier {
      case .string, .integer: break
      default: throw .invalidRequest("the id of a request is a text or a whole number")
      }
      return [
        "jsonrpc": "2.0", "id": identifier, "result": .object(try result(method, message["params"] ?? [:])),
      ]
    } catch {
      return Self.failed(identifier, error)
    }
  }

  private static func failed(_ identifier: JSON, _ failure: Failure) -> JSON {
    var error: JSONObject = ["code": .integer(failure.code), "message": .string(failure.message)]
    error["data"] = failure.data
    return ["jsonrpc": "2.0", "id": identifier, "error": .object(error)]
  }

  // MARK: Methods

  private func result(_ method: String, _ parameters: JSON) throws(Failure) -> JSONObject {
    guard parameters.object != nil else { throw .invalidParameters("params is an object") }
    if let version = parameters["_meta"]?["io.modelcontextprotocol/protocolVersion"] {
      guard let version = version.string, Self.versionsInRequests.contains(version) else {
        throw Failure(
          code: -32022, message: "Unsupported protocol version",
          data: ["supported": .array(Self.versionsInRequests.map(JSON.string)), "requested": version])
      }
    }
    switch method {
    case "initialize": return initialized(parameters)
    case "server/discover":
      return Self.complete(
        [
          "supportedVersions": .array(Self.versionsInRequests.map(JSON.string)),
          "capabilities": ["tools": [:]],
          "serverInfo": Self.information, "instructions": .string(Self.instructions),
        ], isSteady: true)
    case "ping": return [:]
    case "tools/list":
      if let cursor = parameters["cursor"] {
        throw .invalidParameters("no cursor \(cursor.text()): all tools are on one page")
      }
      return Self.complete(["tools": .array(Control.tools.map(Self.tool))], isSteady: true)
    case "tools/call": return Self.complete(try called(parameters))
    default: throw Failure(code: -32601, message: "no method \(JSONProblem.quoted(method)) here")
    }
  }

  /// Offers the client's version, or the newest here, upon which a client that does not speak it disconnects.
  private func initialized(_ parameters: JSON) -> JSONObject {
    let wanted = parameters["protocolVersion"]?.string
    let version = Self.versionsWithHandshake.first { $0 == wanted } ?? Self.versionsWithHandshake[0]
    return [
      "protocolVersion": .string(version), "capabilities": ["tools": [:]], "serverInfo": Self.information,
      "instructions": .string(Self.instructions),
    ]
  }

  private func called(_ parameters: JSON) throws(Failure) -> JSONObject {
    guard let name = parameters["name"]?.string else { throw .invalidParameters("tools/call needs a name") }
    let tools = Control.tools
    guard let tool = tools.first(where: { $0.name == name }) else {
      let closest = nearestNames(name, in: tools.map(\.name), limit: 3).joined(separator: ", ")
      throw .invalidParameters(
        "no tool \(JSONProblem.quoted(name))" + (closest.isEmpty ? "" : "; closest: \(closest)"))
    }
    guard let arguments = (parameters["arguments"] ?? [:]).object else {
      throw .invalidParameters("arguments is an object")
    }
    let answer: Answer
    do throws(ControlTool.Problem) {
      answer = call(try tool.request(arguments))
    } catch {
      answer = Answer(text: error.text, isError: true)
    }
    return [
      "content": [["type": "text", "text": .string(answer.text)]], "isError": .bool(answer.isError),
    ]
  }

  // MARK: Self-description

  private static let information: JSON = [
    "name": "eidolon", "title": "Eidolon", "version": .string(Control.version),
  ]

  private static let instructions = """
    Eidolon emulates European electronic identity services for tests of an application that logs people in (a relying \
    party). These tools steer a running emulator. To learn what the application did wrong: getFindings, each with \
    documentation and fix; getTransactions for its logins; getJournal (limit) for what was sent and answered; getDoctor \
    where addresses or issuers clash. To make the next login go a certain way: getScenarios (provider) for the stories, then \
    postQueue with a story's name, such as "itsme/reject". To judge: postSaw with what the application made of the \
    login, then postSettle; getReport tells of the whole run. Work in a sandbox of your own: postSandboxes, and its name as \
    "sandbox" in the other calls; the application then uses the addresses in its answer.
    """

  private static func tool(_ tool: ControlTool) -> JSON {
    [
      "name": .string(tool.name), "description": .string(tool.summary), "inputSchema": tool.schema,
      "annotations": [
        "readOnlyHint": .bool(tool.isReadOnly), "destructiveHint": .bool(tool.isDestructive),
        "openWorldHint": false,
      ],
    ]
  }

  /// With the members that the version of 2026-07-28 demands, and older ones ignore.
  ///
  /// - Parameter isSteady: true for answers that never change while the program runs.
  private static func complete(_ result: JSONObject, isSteady: Bool = false) -> JSONObject {
    var result = result
    result["resultType"] = "complete"
    if isSteady {
      result["ttlMs"] = 3_600_000
      result["cacheScope"] = "public"
    }
    return result
  }
}
