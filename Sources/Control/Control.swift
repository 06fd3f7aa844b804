// The control plane and its pages.
//
//   Control          what stands beside the providers on every host: calls under /_eidolon/ and the start page
//   ControlState     what the program tells it: readiness, and the authority of its certificates
//   ControlHost      from which hosts control calls are taken
//   StartPage        the page at /

import HTTP
import JSON
public import ProviderKit

/// The control plane of a sandbox.
public enum Control {
  /// Its endpoints, for `Application(…, beside:)`.
  public static func endpoints(
    of sandbox: Sandbox, _ providers: [any Provider], _ state: ControlState
  ) -> [Endpoint] {
    let health = Response.json(.ok, JSON.object(["status": "ok"]).bytes() + [0x0A])
    let ready = Response.json(.ok, JSON.object(["status": "ready"]).bytes() + [0x0A])
    return [
      control("health", "/_eidolon/health") { _ in health },
      control("ready", "/_eidolon/ready") { _ in state.isReady ? ready : notReady },
      control("ca.pem", "/_eidolon/ca.pem") { _ in authority(state) },
      Endpoint("start", [.get], "/") { call in .answer(Answer(StartPage(call, sandbox, providers).response))
      },
    ]
  }

  /// A call under `/_eidolon/`, taken only from safe hosts.
  private static func control(
    _ name: String, _ path: String, _ answer: @escaping @Sendable (Call) -> Response
  ) -> Endpoint {
    Endpoint(name, [.get], path) { call in
      var response = ControlHost.isSafe(call.request.authority) ? answer(call) : misdirected(call)
      response.headers.set("Cache-Control", "no-store")
      return .answer(Answer(response))
    }
  }

  private static var notReady: Response {
    .json(Status(503), JSON.object(["status": "starting"]).bytes() + [0x0A])
  }

  private static func authority(_ state: ControlState) -> Response {
    switch state.authority {
    case .certificate(let pem):
      Response(.ok, headers: ["Content-Type": "application/x-pem-file"], body: Array(pem.utf8))
    case .own:
      .text(
        .notFound,
        "https is served with a certificate of your own (--tls-cert); its authority is not known here.\n")
    case .none:
      .text(
        .notFound,
        "There is no authority, because https is not served. Start with: eidolon serve --tls localhost:8443\n"
      )
    }
  }

  /// The problem document of RFC 9457 for a host that is not ours.
  private static func misdirected(_ call: Call) -> Response {
    let host = call.request.authority ?? ""
    let problem: JSONObject = [
      "type": "urn:eidolon:problem:host-not-allowed",
      "title": "Control calls are not answered for this host",
      "status": 421,
      "detail": .string(
        "The Host \(JSONProblem.quoted(host)) could belong to a web page that attacks this machine. Use localhost, a name "
          + "without dots, host.docker.internal, or a loopback or private address."),
    ]
    var response = Response.json(Status(421), JSON.object(problem).bytes())
    response.headers.set("Content-Type", "application/problem+json")
    return response
  }
}
