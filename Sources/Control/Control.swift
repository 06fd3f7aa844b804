// The control plane and its pages.
//
//   Control          the calls under /_eidolon/ and the start page, as one list
//   ControlState     what the program tells it: readiness, and the authority of its certificates
//   ControlHost      from which hosts control calls are taken
//   Calls/           reading a call, answering it, problems
//   Resources/       one resource a file
//   StartPage        the page at /

import HTTP
import JSON
public import ProviderKit

/// The control plane of a sandbox.
public enum Control {
  /// Its endpoints, for `Application(…, beside:)`.
  public static func endpoints(
    of sandbox: Sandbox, _ providers: [any Provider], _ sandboxes: Sandboxes, _ state: ControlState
  ) -> [Endpoint] {
    let health = Response.json(.ok, JSON.object(["status": "ok"]).bytes() + [0x0A])
    let ready = Response.json(.ok, JSON.object(["status": "ready"]).bytes() + [0x0A])
    let plane = Plane(sandbox: sandbox, providers: providers, sandboxes: sandboxes, state: state)
    return [
      Plane.plain("health", "/_eidolon/health") { _ in health },
      Plane.plain("ready", "/_eidolon/ready") { _ in state.isReady ? ready : notReady },
      Plane.plain("ca.pem", "/_eidolon/ca.pem") { _ in authority(state) },
      plane.call(.get, "/_eidolon/providers", CatalogResource.providers),
      plane.call(.get, "/_eidolon/catalog", CatalogResource.catalog),
      plane.call(.get, "/_eidolon/sandboxes", SandboxesResource.list),
      plane.call(.post, "/_eidolon/sandboxes", SandboxesResource.make),
      plane.call(.delete, "/_eidolon/sandboxes/{name}", SandboxesResource.end),
      plane.call(.get, "/_eidolon/queue", QueueResource.list),
      plane.call(.post, "/_eidolon/queue", QueueResource.add),
      plane.call(.delete, "/_eidolon/queue", QueueResource.clear),
      plane.call(.get, "/_eidolon/world", WorldResource.show),
      plane.call(.put, "/_eidolon/world", WorldResource.replace),
      plane.call(.patch, "/_eidolon/world", WorldResource.patch),
      plane.call(.get, "/_eidolon/scenarios", WorldResource.listStories),
      plane.call(.get, "/_eidolon/scenarios/{provider}/{story}", WorldResource.showStory),
      plane.call(.put, "/_eidolon/scenarios/{provider}/{story}", WorldResource.putStory),
      plane.call(.delete, "/_eidolon/scenarios/{provider}/{story}", WorldResource.deleteStory),
      plane.call(.get, "/_eidolon/transactions", TransactionsResource.list),
      plane.call(.get, "/_eidolon/transactions/{id}", TransactionsResource.show),
      plane.call(.post, "/_eidolon/transactions/{id}/phone", TransactionsResource.phone),
      plane.call(.get, "/_eidolon/deliveries", DeliveriesResource.list),
      plane.call(.post, "/_eidolon/deliveries/{number}/resend", DeliveriesResource.resend),
      plane.call(.get, "/_eidolon/wait", WaitResource.wait),
      plane.call(.get, "/_eidolon/journal", JournalResource.list),
      plane.call(.delete, "/_eidolon/journal", JournalResource.clear),
      plane.call(.post, "/_eidolon/verify", VerifyResource.verify),
      plane.call(.get, "/_eidolon/clock", ClockResource.show),
      plane.call(.put, "/_eidolon/clock", ClockResource.set),
      plane.call(.post, "/_eidolon/clock/advance", ClockResource.advance),
      plane.call(.post, "/_eidolon/keys/rotate", KeysResource.rotate),
      Endpoint("start", [.get], "/") { call in .answer(Answer(StartPage(call, sandbox, providers).response))
      },
    ]
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
}
