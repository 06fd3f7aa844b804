import Flow
import HTTP
import JSON
import ProviderKit

/// A relying party's server receiving a message of its provider, which belongs to no browser.
struct DemoListener: Sendable {
  let flow: DemoFlow
  let call: Call
  let sandbox: Sandbox
  let visits: DemoVisits

  /// The visit that remembers this value under the name.
  func visit(remembering name: String, _ value: String) -> DemoVisiting? {
    visits.find(flow: flow.slug, remembering: name, value).map(visiting)
  }

  /// The latest visit in progress.
  var latest: DemoVisiting? { visits.underway(flow.slug).map(visiting) }

  func answer(_ status: Status) -> Outcome { .answer(Answer(Response(status))) }

  private func visiting(_ visit: DemoVisit) -> DemoVisiting {
    DemoVisiting(identifier: visit.identifier, flow: flow, call: call, sandbox: sandbox, visits: visits)
  }
}
