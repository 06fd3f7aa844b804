// The control plane; its pages are in Pages and Demo.
//
//   Control          every call, as one list of endpoints
//   State/           what the program tells the control plane; limits; the version
//   Bench/           what drives a campaign against a relying party
//   Calls/           declaring, reading and answering a call; problems; parts of schemas
//   Resources/       one resource a file
//   Journal/         what was received and answered, as JSON, lines and HAR
//   Run/             what happened in all sandboxes together, including ended ones
//   Peers/           asking the other replicas, and merging their answers
//   Doctor/          which addresses clients used, and what clashes
//   Snapshot/        saving and restoring a sandbox; runs as scenario files
//   Metrics/         metrics of the process, for Prometheus
//   Events/          server-sent events
//   Report/          the report of a run about the relying party, in four formats
//   OpenAPI/         the description of the calls, generated from their declarations
//   Judge/           calls and reports of campaigns
//   Phone/           the fake handset as calls, and which apps open links

import Flow
import HTTP
package import ProviderKit

extension Control {
  /// Every call; the router and the OpenAPI document are derived from these.
  static let routes: [ControlRoute] = [
    HealthResource.routes, OpenAPIResource.routes, CatalogResource.routes, SandboxesResource.routes,
    QueueResource.routes, WorldResource.routes, TransactionsResource.routes, PhoneResource.routes,
    DeliveriesResource.routes,
    WaitResource.routes,
    EventsResource.routes, JournalResource.routes, VerifyResource.routes, ClockResource.routes,
    KeysResource.routes, ForeignKeyResource.routes, FindingsResource.routes, ReportResource.routes,
    VerdictsResource.routes, JudgeResource.routes,
    ResetResource.routes,
    ExportResource.routes, SnapshotResource.routes,
    DoctorResource.routes, MetricsResource.routes, ReplicaResource.routes,
  ].flatMap { $0 }

  /// The calls as tools for coding agents.
  package static var tools: [ControlTool] { routes.compactMap(ControlTool.init) }

  /// The calls, and the files from which phones learn the apps of a host.
  package static func desk(_ rules: Sandbox.Settings.Control, _ state: ControlState) -> Desk {
    var endpoints = routes.map(Plane.endpoint)
    if !rules.origins.isEmpty {
      var methods: [String: [HTTP.Method]] = [:]
      for route in routes { methods[route.fullPath, default: []].append(route.method) }
      endpoints += methods.sorted { $0.key < $1.key }.map { Plane.preflight($0.key, $0.value) }
    }
    let descriptions = Descriptions()
    return Desk(endpoints + AppLinks.endpoints) { sandbox, providers, sandboxes in
      Plane(
        sandbox: sandbox, providers: providers, sandboxes: sandboxes, state: state, routes: routes,
        descriptions: descriptions)
    }
  }

  /// Keeps what reports need of an ended sandbox; the doctor's part is left out when the process ends.
  package static func remember(_ entry: Sandboxes.Entry, isLast: Bool, in state: ControlState) {
    let (sandbox, providers) = (entry.application.sandbox, entry.application.providers)
    state.past.add(
      PastSandboxes.Entry(
        number: entry.number,
        record: SandboxRecord(of: sandbox, providers, at: sandbox.environment.clock.read().now).ended(),
        doctor: isLast ? DoctorReport() : DoctorReport(of: sandbox, providers).named(sandbox.name)))
  }

  /// The report of the whole run, including ended sandboxes.
  package static func report(_ form: ReportForm, of emulator: Emulator, _ state: ControlState) -> [UInt8] {
    let root = emulator.root
    let report = RunReport(
      of: WholeRun(emulator.sandboxes, state.past).records, root.providers.types,
      at: root.sandbox.environment.clock.read().now, failing: state.failure(of: root.sandbox.settings)
    ).bytes(form)
    return root.sandbox.settings.redaction?.bytes(report) ?? report
  }
}
