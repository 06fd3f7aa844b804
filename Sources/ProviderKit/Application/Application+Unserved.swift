import Flow
import HTTP
import JSON

// Responses to requests that reach no endpoint.

extension Application {
  func recorded(_ response: Response, to request: Request, at address: Address) -> Response {
    var response = response
    response.markAsEmulated()
    sandbox.traffic.unmatched.add(response.status.code)
    let exchange = RecordedExchange(request: request, response: response, at: address.home)
      .redacted(sandbox.settings.redaction)
    sandbox.journal.append(
      Journal.Entry(
        at: sandbox.environment.clock.read().now, provider: "", endpoint: "", client: nil, transaction: nil,
        exchange: exchange, findings: []))
    return response
  }

  func misdirected(_ address: Address) -> Response {
    .text(
      Status(421, "Misdirected Request"),
      "\(address.host) is a real service's host name; the emulator does not answer as it. Use localhost or another "
        + "name; for a client that cannot, --serve-as \(address.host) serves the provider's paths under it.\n"
    )
  }

  func notFound(_ request: Request, _ address: Address) -> Response {
    let (path, here, host) = (request.target.path, address.home, host(at: address))
    let closest = nearestNames(path, in: routes.paths(on: host), limit: 3).map { here + $0 }
    sandbox.log.write(
      LogEvent(
        .warning, "nothing is served at \(request.method.text) \(here)\(path)",
        fields: closest.first.map { [("closest", $0)] } ?? []))
    if request.prefersHTML { return missingPage(path, closest, here) }
    var lines = ["Nothing is served at \(path)."]
    if !closest.isEmpty { lines += ["Closest:"] + closest.map { "  \($0)" } }
    if let number = host.provider {
      lines.append("This host is that of one provider, whose paths begin here:")
      lines.append("  \(providers.types[number].entry(base: here))")
    } else {
      lines.append("Providers:")
      lines += providers.types.map { "  \($0.entry(base: "\(here)/\($0.slug)"))" }
    }
    return .text(.notFound, lines.joined(separator: "\n") + "\n")
  }

  /// The same for somebody who mistyped an address in a browser.
  private func missingPage(_ path: String, _ closest: [String], _ here: String) -> Response {
    let links = closest.map { "<li><a href=\"\($0)\">\($0)</a></li>\n" as HTML }
    let nearest: HTML? =
      links.isEmpty ? nil : "<p>What is called nearly so:</p>\n<ul data-testid=\"closest\">\(links)</ul>\n"
    return PageFrame(title: "eID", brand: "a real service").response(
      .notFound, title: "Nothing is here", language: "en",
      """
      <h1>Nothing is here</h1>
      <p>Nothing is served at \(HTML.foreign(path, atMost: 200)).</p>
      \(nearest)<p><a href="\(here)/" data-testid="to-start">The start page</a> has the address of each provider.</p>
      """)
  }

  /// The control plane answers with a problem document and stays out of the journal.
  func unknownControlCall(_ request: Request) -> Response {
    let path = request.target.path
    let closest = nearestNames(path, in: routes.controlPaths, limit: 3)
    let hint =
      closest.isEmpty
      ? "all calls are in /_eidolon/openapi.json" : "closest: \(closest.joined(separator: ", "))"
    var response = Response.problem(
      .notFound, "unknown-call", title: "No such control call",
      detail: "There is no control call \(JSONProblem.quoted(path)); \(hint).",
      members: closest.isEmpty ? [:] : ["closest": .array(closest.map(JSON.string))])
    response.headers.append("Cache-Control", "no-store")
    response.markAsEmulated()
    sandbox.traffic.unmatched.add(404)
    return response
  }
}
