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
    guard let name = name(request) else { return root.respond(to: request, from: peer) }
    guard let application = sandboxes.find(name) else {
      let request = inner(request)
      guard Self.makesSandbox(request) else { return .send(unknown(name, request)) }
      return root.respond(to: request, from: peer, as: name)
    }
    return application.respond(to: inner(request), from: peer)
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
    return root.wantsClientCertificate(hostLabel: label, realHost: host)
      || sandboxes.all.contains {
        $0.entry.application.wantsClientCertificate(hostLabel: label, realHost: host)
      }
  }

  /// Ends what has expired everywhere.
  package func sweep(isLast: Bool = false) {
    root.sweep(isLast: isLast)
    sandboxes.sweep(isLast: isLast)
  }

  /// `nil` for the root.
  private func name(_ request: Request) -> String? {
    if request.target.isBelowTilde {
      return String(request.target.segments[0].dropFirst())
    }
    guard let host = request.headers.bytes("Host") else { return nil }
    let label = host.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ":") }
    guard let end = Emulator.separator(in: label) else { return nil }
    return String(decoding: label[..<end], as: UTF8.self).lowercased()
  }

  /// Without the path prefix that names the sandbox.
  private func inner(_ request: Request) -> Request {
    guard request.target.isBelowTilde else { return request }
    var request = request
    request.target = request.target.droppingFirstSegment
    return request
  }

  /// True if the sandbox need not exist yet: it is made at its own address, so that a proxy can route by name.
  private static func makesSandbox(_ request: Request) -> Bool {
    [.put, .options].contains(request.method) && request.target.segments == ["_eidolon", "sandbox"]
  }

  /// The index of the `--` between a sandbox's name and a provider's.
  private static func separator(in label: ArraySlice<UInt8>) -> Int? {
    guard label.count > 3 else { return nil }
    return label.indices.dropLast().dropFirst().first {
      label[$0] == UInt8(ascii: "-") && label[$0 + 1] == UInt8(ascii: "-")
    }
  }

  private func unknown(_ name: String, _ request: Request) -> Response {
    sandboxes.noteStray(String(name.prefix(64)), host: String((request.authority ?? "").prefix(255)))
    sandboxes.blueprint.traffic.unmatched.add(404)
    let closest = sandboxes.names(near: name)
    let hint =
      closest.isEmpty
      ? "make it with PUT /~\(name)/_eidolon/sandbox"
      : "closest: \(closest.joined(separator: ", "))"
    let problem: JSONObject = [
      "type": "urn:eidolon:problem:unknown-sandbox", "title": "No such sandbox", "status": 404,
      "detail": .string("There is no sandbox \(JSONProblem.quoted(name)), or it ended; \(hint)."),
    ]
    var response = Response.json(.notFound, JSON.object(problem).bytes())
    response.headers.set("Content-Type", "application/problem+json")
    response.headers.append("Eidolon", "emulator")
    return response
  }
}
