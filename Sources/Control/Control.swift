// The control plane and its pages.
//
//   Control          the calls under /_eidolon/ and the start page, as one list
//   ControlState     what the program tells it: readiness, and the authority of its certificates
//   ControlHost      from which hosts control calls are taken
//   Calls/           declaring a call, reading it, answering it, problems, limits
//   Resources/       one resource a file
//   Journal/         what was received and answered, as JSON, lines and HAR
//   Doctor/          under which addresses clients came, and what clashes
//   Snapshot/        putting a sandbox back, and runs as scenario files
//   Metrics/         what the process does, for Prometheus
//   Events/          server-sent events
//   OpenAPI/         the description of the calls, made of their declarations
//   Report/          what a run says of the relying party, in four forms
//   Timeline/        the pages of transactions: what happened, as a drawing and message by message
//   Demo/            a relying party for demonstrations, which knows the providers by HTTP alone
//   Phone/           the fake handset, as calls and as a page
//   Pages/           the pages beside the providers, their styles and scripts, and the token that they ask for

import HTTP
public import ProviderKit

/// The control plane of a sandbox.
public enum Control {
  /// The version that programs and reports show; CHANGELOG.md says what is in it.
  public static let version = "0.1.0"

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

  /// Its endpoints, for `Application(…, beside:)`.
  public static func endpoints(
    of sandbox: Sandbox, _ providers: [any Provider], _ sandboxes: Sandboxes, _ state: ControlState
  ) -> [Endpoint] {
    let plane = Plane(sandbox: sandbox, providers: providers, sandboxes: sandboxes, state: state)
    var endpoints = routes.map(plane.endpoint)
    if !sandbox.settings.control.origins.isEmpty {
      var methods: [String: [HTTP.Method]] = [:]
      for route in routes { methods[route.fullPath, default: []].append(route.method) }
      endpoints += methods.sorted { $0.key < $1.key }.map { plane.preflight($0.key, $0.value) }
    }
    if sandbox.settings.control.token != nil { endpoints.append(plane.tokenForm) }
    endpoints.append(PageAssets.endpoint)
    endpoints += AppLinks.endpoints(of: sandbox)
    endpoints.append(
      plane.page("start", "/", isEverywhere: true) { StartPage($0, plane).response })
    endpoints += plane.transactionPages
    endpoints += Demonstration(plane: plane).endpoints
    endpoints.append(plane.page("phone", "/phone") { PhonePage($0, providers).response })
    return endpoints
  }
}
