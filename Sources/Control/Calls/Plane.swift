import Flow
import HTTP
import JSON
import ProviderKit
import Synchronization

/// What a sandbox's control calls work on, and the rules that apply to all of them (control.md, Safety).
final class Plane: Sendable {
  let sandbox: Sandbox
  let providers: Providers
  /// Weak, because the sandboxes indirectly own this plane.
  weak let sandboxes: Sandboxes?
  let state: ControlState
  private let ownBench = Mutex<Bench?>(nil)
  /// All control calls, for the OpenAPI document.
  let routes: [ControlRoute]
  private let descriptions: Descriptions

  init(
    sandbox: Sandbox, providers: Providers, sandboxes: Sandboxes, state: ControlState,
    routes: [ControlRoute], descriptions: Descriptions
  ) {
    (self.sandbox, self.providers, self.sandboxes, self.state) = (sandbox, providers, sandboxes, state)
    (self.routes, self.descriptions) = (routes, descriptions)
  }

  /// Made on first use, because few sandboxes run a campaign.
  var bench: Bench {
    ownBench.withLock { known in
      if let known { return known }
      let bench = Bench(sandbox)
      known = bench
      return bench
    }
  }

  static func endpoint(_ route: ControlRoute) -> Endpoint<Plane> {
    let endpoint = Endpoint<Plane>(
      named: "control \(route.method.text) \(route.fullPath)", [route.method], route.fullPath,
      route.weight,
      wrongMethod: { Answer($0.finished(ControlProblem.wrongMethod.response, $1)) }
    ) { plane, call in plane.answer(route, call) }
    return route.isChanging ? endpoint.changing : endpoint
  }

  private func answer(_ route: ControlRoute, _ call: Call) -> Outcome {
    do throws(ControlProblem) {
      if route.isOpen { try admitHost(call) } else { try admit(call) }
      let control = ControlCall(
        call: call, sandbox: sandbox, providers: providers, living: sandboxes, state: state, plane: self,
        route: route, routes: routes, descriptions: descriptions)
      try control.check()
      return outcome(try route.handle(control), call)
    } catch { return finish(error.response, call) }
  }

  /// Answers the CORS preflight of a page on another origin.
  static func preflight(_ path: String, _ methods: [HTTP.Method]) -> Endpoint<Plane> {
    Endpoint(named: "control preflight \(path)", [.options], path) { plane, call in
      do throws(ControlProblem) {
        try plane.admitHost(call)
        let crossOrigin = Plane.crossOrigin(for: methods)
        return plane.finish(
          crossOrigin.preflight(call.request, from: plane.allowedOrigin(call.request)), call)
      } catch { return plane.finish(error.response, call) }
    }
  }

  // MARK: Safety

  /// Checks the port, the host, the origin and the token, in this order.
  private func admit(_ call: Call) throws(ControlProblem) {
    try admitPort(call)
    try admitHost(call)
    try admitOrigin(call)
    guard ControlToken.isGiven(call.request, sandbox.settings.control) else { throw .tokenNeeded }
  }

  private func admitPort(_ call: Call) throws(ControlProblem) {
    do throws(ControlAccess.Refusal) { try state.access.admitPort(call) } catch {
      throw ControlProblem(error)
    }
  }

  private func admitHost(_ call: Call) throws(ControlProblem) {
    do throws(ControlAccess.Refusal) {
      try ControlAccess.admitHost(call, sandbox.settings.control)
    } catch { throw ControlProblem(error) }
  }

  /// Refuses pages of other sites: a browser names the origin of the page that calls (RFC 6454 §7.3), other programs none.
  ///
  /// Behind a proxy that changes `Host`, `Sec-Fetch-Site` alone tells the emulator's own pages; no page can set it.
  private func admitOrigin(_ call: Call) throws(ControlProblem) {
    let request = call.request
    guard let origin = request.headers["Origin"], allowedOrigin(request) == nil,
      request.headers["Sec-Fetch-Site"] != "same-origin"
    else { return }
    // A proxy may speak https for us, and leaves `Host` as it is.
    let own =
      [call.home, call.publicHome] + (request.authority.map { ["http://\($0)", "https://\($0)"] } ?? [])
    let said = CrossOrigin.origin(of: origin)
    if said == nil || !own.contains(where: { CrossOrigin.origin(of: $0) == said }) {
      throw .foreignOrigin(origin)
    }
  }

  /// The request's `Origin` if `--control-origin` names it.
  private func allowedOrigin(_ request: Request) -> String? {
    request.headers["Origin"].flatMap {
      sandbox.settings.control.origins.contains($0.lowercased()) ? $0 : nil
    }
  }

  private static func crossOrigin(for methods: [HTTP.Method] = []) -> CrossOrigin {
    CrossOrigin(
      methods: methods.map(\.text).joined(separator: ", "),
      fields: "Authorization, Content-Type, Last-Event-ID", exposing: "Eidolon")
  }

  // MARK: Answering

  private func outcome(_ answer: ControlAnswer, _ call: Call) -> Outcome {
    switch answer {
    case .noContent: return finish(Response(204), call)
    case .json(let json, let status): return finish(.json(status, bytes(json)), call)
    case .about(let transaction, let json):
      return .answer(Answer(finished(.json(.ok, bytes(json)), call), transaction: transaction))
    case .response(var response):
      // A prepared response contains nothing of a client.
      if let redaction = sandbox.settings.redaction, !response.isPrepared {
        response.body = redaction.bytes(response.body)
      }
      return finish(response, call)
    case .stream(let stream):
      return .stream(ResponseStream(finished(stream.response, call), next: stream.next))
    case .gather(let target, let then):
      // Replicas accept the same token.
      let token: Headers = sandbox.settings.control.token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
      return .gather(of: state.peers, target: target, headers: token) { self.outcome(then($0), $1) }
    case .wait(let then):
      // A state reached by time alone wakes no waiter, so look ten times a second.
      return .wait(transaction: Waiters.changes, atMost: .milliseconds(100)) { self.outcome(then(), $0) }
    }
  }

  private func bytes(_ json: JSON) -> [UInt8] {
    json.redacted(sandbox.settings.redaction).bytes(pretty: true) + [0x0A]
  }

  private func finish(_ response: Response, _ call: Call) -> Outcome {
    .answer(Answer(finished(response, call)))
  }

  private func finished(_ response: Response, _ call: Call) -> Response {
    var response = response
    response.headers.set("Cache-Control", "no-store")
    response.headers.set("X-Content-Type-Options", "nosniff")
    if !sandbox.settings.control.origins.isEmpty {
      Plane.crossOrigin().allow(allowedOrigin(call.request), on: &response)
    }
    return response
  }
}
