// The control plane and its pages.
//
//   Control          everything beside the providers, as one list of endpoints
//   State/           what the program tells it; hosts that are safe; limits; the version
//   Calls/           declaring a call, reading it, answering it, problems, the token, words of schemas
//   Frame/           what every page has: its frame, styles and scripts, and the page that asks for the token
//   Resources/       one resource a file
//   Journal/         what was received and answered, as JSON, lines and HAR
//   Doctor/          under which addresses clients came, and what clashes
//   Snapshot/        putting a sandbox back, and runs as scenario files
//   Metrics/         what the process does, for Prometheus
//   Events/          server-sent events
//   Report/          what a run says of the relying party, in four forms
//   OpenAPI/         the description of the calls, made of their declarations
//   Timeline/        the pages of transactions: what happened, as a drawing and message by message
//   Phone/           the fake handset, as calls and as a page
//   Demo/            a relying party for demonstrations, which knows the providers by HTTP alone
//   Pages/           the start page, and which apps open links

import HTTP
package import ProviderKit

extension Control {
  /// Every call; the router and the OpenAPI document are made of these.
  static let routes: [ControlRoute] = [
    HealthResource.routes, OpenAPIResource.routes, CatalogResource.routes, SandboxesResource.routes,
    QueueResource.routes, WorldResource.routes, TransactionsResource.routes, PhoneResource.routes,
    DeliveriesResource.routes,
    WaitResource.routes,
    EventsResource.routes, JournalResource.routes, VerifyResource.routes, ClockResource.routes,
    KeysResource.routes, FindingsResource.routes, ReportResource.routes, ResetResource.routes,
    ExportResource.routes, SnapshotResource.routes,
    DoctorResource.routes, MetricsResource.routes,
  ].flatMap { $0 }

  /// Its endpoints, for `Routes(…, beside:)`; who answers at them in a sandbox is told by `owner`.
  package static func endpoints(_ rules: Sandbox.Settings.Control) -> [AnyEndpoint] {
    var endpoints = routes.map(Plane.endpoint)
    if !rules.origins.isEmpty {
      var methods: [String: [HTTP.Method]] = [:]
      for route in routes { methods[route.fullPath, default: []].append(route.method) }
      endpoints += methods.sorted { $0.key < $1.key }.map { Plane.preflight($0.key, $0.value) }
    }
    if rules.token != nil { endpoints.append(Plane.tokenForm) }
    endpoints.append(PageAssets.endpoint)
    endpoints += AppLinks.endpoints
    endpoints.append(Plane.page("start", "/", isEverywhere: true) { StartPage($1, $0).response })
    endpoints += Plane.transactionPages
    endpoints.append(Plane.page("phone", "/phone") { PhonePage($1, $0.providers).response })
    return endpoints.map { AnyEndpoint($0, of: \Desk.plane) }
      + Demonstration.endpoints.map { AnyEndpoint($0, of: \Desk.demonstration) }
  }

  /// What answers at the endpoints in a sandbox.
  package static func owner(
    of sandbox: Sandbox, _ providers: [any Provider], _ sandboxes: Sandboxes, _ state: ControlState
  ) -> any Sendable {
    Desk(
      Plane(sandbox: sandbox, providers: providers, sandboxes: sandboxes, state: state, routes: routes))
  }

  /// On whose behalf everything beside the providers answers in a sandbox.
  private final class Desk: Sendable {
    let plane: Plane
    let demonstration: Demonstration

    init(_ plane: Plane) { (self.plane, demonstration) = (plane, Demonstration(plane)) }
  }
}
