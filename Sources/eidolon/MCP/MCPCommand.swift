import Control
import Glibc
import HTTP
import JSON

extension CommandForm {
  static let mcp = CommandForm(
    summary: "lets coding agents ask a running server what their client did, and steer it (MCP)",
    options: CtlAction.common, readsEnvironment: true, variables: Set(CtlAction.common.map(\.name)),
    notes: [
      "A server of the Model Context Protocol on standard input and output, one JSON message a line; its tools are the "
        + "calls of the control plane. To set it up in an agent: command \"eidolon\", arguments \"mcp\".",
      "It ends when its input ends. Exit status: 0.",
    ])
}

/// `eidolon mcp`: the control plane for coding agents.
enum MCPCommand {
  static func run(_ options: ParsedOptions, environment: [String: String]) throws(UsageFailure) -> ExitStatus
  {
    let remote: RemoteControl
    do throws(CtlFailure) {
      remote = try RemoteControl(options, environment: environment)
    } catch { throw UsageFailure(error.text) }
    let server = MCPServer { request in answer(request, from: remote) }
    var input = StandardInputLines()
    while let line = input.next() {
      if let answer = server.answer(line) { Output.write(answer.bytes() + [0x0A], to: STDOUT_FILENO) }
    }
    return .success
  }

  /// The longest call waits half a minute by itself.
  private static let limit = Duration.seconds(70)

  private static func answer(_ request: ControlTool.Request, from remote: RemoteControl) -> MCPServer.Answer {
    let place =
      switch request.sandbox {
      case .usual: remote
      case .root: remote.at()
      case .named(let name): remote.at(name)
      }
    var query = Form()
    for (name, value) in request.query { query.append(name, value) }
    do throws(CtlFailure) {
      let answer = try place.ask(
        request.method, request.path, query, body: request.body?.bytes(), atMost: limit)
      let text = answer.body.isEmpty ? "Done." : answer.text
      return MCPServer.Answer(text: text, isError: !(200..<300).contains(answer.status))
    } catch .unreachable(let reason) {
      return MCPServer.Answer(
        text:
          "\(reason). Start a server with \"eidolon serve\", or name another with \"eidolon mcp --server URL\".",
        isError: true)
    } catch {
      return MCPServer.Answer(text: error.text, isError: true)
    }
  }
}

/// The lines of standard input, each as soon as it is there.
private struct StandardInputLines {
  private var bytes: [UInt8] = []
  private var isAtEnd = false

  mutating func next() -> [UInt8]? {
    var searched = 0
    while true {
      if let end = bytes[searched...].firstIndex(of: 0x0A) {
        let line = Array(bytes[..<end])
        bytes.removeSubrange(...end)
        return line
      }
      guard !isAtEnd else {
        defer { bytes = [] }
        return bytes.isEmpty ? nil : bytes
      }
      searched = bytes.count
      read()
    }
  }

  private mutating func read() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe Glibc.read(STDIN_FILENO, &chunk, chunk.count)
    if count < 0, errno == EINTR { return }
    guard count > 0 else {
      isAtEnd = true
      return
    }
    bytes += chunk.prefix(count)
  }
}
