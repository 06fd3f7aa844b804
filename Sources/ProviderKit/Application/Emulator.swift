package import HTTP
import JSON

/// All sandboxes of the process behind one service.
///
/// A path that begins with `/~NAME`, or a virtual host `NAME--provider…`, leads into a sandbox; everything else goes to
/// the root.
package final class Emulator: Service {
  /// A reset replaces it.
  package var root: Application { sandboxes.root ?? first }
  package let sandboxes: Sandboxes
  private let first: Application

  package init(root: Application, sandboxes: Sandboxes) {
    (first, self.sandboxes) = (root, sandboxes)
    sandboxes.serve(root: root)
  }

  /// The messages of all sandboxes to relying parties.
  package var outbox: (any Outbox)? { sandboxes.blueprint.office }

  package func respond(to request: Request, from peer: Peer) -> Reply {
    switch SandboxAddress(request) {
    case .root: return root.respond(to: request, from: peer)
    case .host(let name): return respond(to: request, from: peer, in: name)
    case .path(let name):
      var request = request
      request.target = request.target.droppingFirstSegment
      return respond(to: request, from: peer, in: name)
    case .escaped(let name): return .send(escaped(name))
    }
  }

  private func respond(to request: Request, from peer: Peer, in name: String) -> Reply {
    guard let application = sandboxes.find(name) else {
      guard Self.makesSandbox(request) else { return .send(unknown(name, request)) }
      return root.respond(to: request, from: peer, as: name)
    }
    return application.respond(to: request, from: peer)
  }

  package func refused(_ refusal: Refusal, from peer: Peer) -> Response { root.refused(refusal, from: peer) }

  /// True if a provider behind the server name asks TLS clients for a certificate.
  ///
  /// A handshake does not tell the path, so on a host that sandboxes share any of them can ask.
  package func wantsClientCertificate(serverName: String?) -> Bool {
    let host = (serverName ?? "").lowercased()
    let label = host.prefix { $0 != "." }
    if let end = label.firstRange(of: "--") {
      let name = String(label[..<end.lowerBound])
      return sandboxes.find(name)?.wantsClientCertificate(
        hostLabel: label[end.upperBound...], realHost: host) ?? false
    }
    // A provider's own host, or a real one, is the same for all sandboxes, so the root decides.
    return root.wantsClientCertificate(hostLabel: label, realHost: host) || !sandboxes.askers.isEmpty
  }

  /// Ends what has expired everywhere.
  package func sweep(isLast: Bool = false) {
    root.sweep(isLast: isLast)
    sandboxes.sweep(isLast: isLast)
  }

  /// True if the sandbox need not exist yet: it is made at its own address, so that a proxy can route by name.
  private static func makesSandbox(_ request: Request) -> Bool {
    [.put, .options].contains(request.method) && request.target.segments == ["_eidolon", "sandbox"]
  }

  private func unknown(_ name: String, _ request: Request) -> Response {
    sandboxes.noteStray(String(name.prefix(64)), host: String((request.authority ?? "").prefix(255)))
    sandboxes.blueprint.traffic.unmatched.add(404)
    let closest = sandboxes.names(near: name)
    if request.prefersHTML, request.target.segments.first != "_eidolon" {
      return UnknownSandboxPage(name: name, request: request, closest: closest).response
    }
    let way =
      Sandboxes.isName(name)
      ? "make it with PUT /~\(name)/_eidolon/sandbox" : "a name is 1 to 40 of a-z, 0-9 and -"
    let hint = closest.isEmpty ? way : "closest: \(closest.joined(separator: ", "))"
    return problem(
      .notFound, "unknown-sandbox", "No such sandbox",
      "There is no sandbox \(JSONProblem.quoted(name)), or it ended; \(hint).")
  }

  private func escaped(_ name: String) -> Response {
    sandboxes.blueprint.traffic.unmatched.add(400)
    return problem(
      .badRequest, "escaped-sandbox", "The name of a sandbox is escaped",
      "Write the name as it is: \(Sandboxes.isName(name) ? "/~\(name)/…" : "a-z, 0-9 and - need no escapes"). "
        + "A proxy that routes by sandbox could read an escaped name otherwise.")
  }

  private func problem(_ status: Status, _ kind: String, _ title: String, _ detail: String) -> Response {
    var response = Response.problem(status, kind, title: title, detail: detail)
    response.markAsEmulated()
    return response
  }
}
