import Flow
import HTTP
import JSON
import ProviderKit

/// What control calls of a sandbox work on, and the rules that each of them obeys (control.md, Safety).
struct Plane: Sendable {
  let sandbox: Sandbox
  let providers: [any Provider]
  /// Weak, because the sandboxes hold what serves them, and so this.
  weak let sandboxes: Sandboxes?
  let state: ControlState

  /// A call that answers with JSON or a problem.
  func call(
    _ method: HTTP.Method, _ path: String,
    _ answer: @escaping @Sendable (ControlCall) throws(ControlProblem) -> ControlAnswer
  ) -> Endpoint {
    Endpoint("control \(method.text) \(path)", [method], path) { call in
      do throws(ControlProblem) {
        try admit(call)
        guard let sandboxes else { throw Plane.ending }
        let control = ControlCall(call: call, sandbox: sandbox, providers: providers, sandboxes: sandboxes)
        // A DELETE has no body that could carry the content type; its header says the same.
        if method != .get { try control.requireJSON() }
        return outcome(try answer(control))
      } catch { return Plane.finish(error.response) }
    }
  }

  /// A call that answers with something else than JSON, and that everybody may make from a safe host.
  static func plain(
    _ name: String, _ path: String, _ answer: @escaping @Sendable (Call) -> Response
  ) -> Endpoint {
    Endpoint(name, [.get], path) { call in
      finish(ControlHost.isSafe(call.request.authority) ? answer(call) : misdirected(call).response)
    }
  }

  /// The rules of safety: the port, the host, the token, in this order.
  private func admit(_ call: Call) throws(ControlProblem) {
    if let ports = state.ports, !ports.contains(call.peer.localPort) {
      throw ControlProblem(
        kind: "control-elsewhere", status: .notFound, title: "The control plane is on its own address",
        detail: "Control calls are answered on the address of --control only.")
    }
    let rules = sandbox.settings.control
    guard ControlHost.isSafe(call.request.authority, beside: rules.hosts) else {
      throw Plane.misdirected(call)
    }
    guard let token = rules.token else { return }
    guard BearerToken(call.request).isToken(token) else {
      throw ControlProblem(
        kind: "token-needed", status: .unauthorized, title: "A token is needed",
        detail: "Send Authorization: Bearer with the token of --control-token.")
    }
  }

  private func outcome(_ answer: ControlAnswer) -> Outcome {
    switch answer {
    case .noContent: return Plane.finish(Response(204))
    case .json(let json, let status):
      return Plane.finish(.json(status, json.bytes(pretty: true) + [0x0A]))
    case .wait(let then):
      // States that are reached by time alone ring no bell: whoever waits looks ten times a second.
      return .wait(transaction: Waiters.changes, atMost: .milliseconds(100)) { outcome(then()) }
    }
  }

  private static func finish(_ response: Response) -> Outcome {
    var response = response
    response.headers.set("Cache-Control", "no-store")
    response.headers.set("X-Content-Type-Options", "nosniff")
    return .answer(Answer(response))
  }

  private static var ending: ControlProblem {
    ControlProblem(
      kind: "ending", status: 503, title: "The emulator ends", detail: "The emulator is shutting down.")
  }

  /// The problem of a host that is not ours.
  private static func misdirected(_ call: Call) -> ControlProblem {
    let host = call.request.authority ?? ""
    return ControlProblem(
      kind: "host-not-allowed", status: Status(421), title: "Control calls are not answered for this host",
      detail:
        "The Host \(JSONProblem.quoted(host)) could belong to a web page that attacks this machine. Use localhost, "
        + "a name without dots, host.docker.internal, or a loopback or private address.")
  }
}
