package import HTTP
import JSON

/// Every sandbox of the process behind one service.
///
/// A path that begins with `/~NAME`, or a virtual host `NAME--provider…`, leads into a sandbox; everything else is the root's.
package final class Emulator: Service {
  /// The root sandbox; another after each reset.
  package var root: Application { sandboxes.root ?? first }
  /// The others.
  package let sandboxes: Sandboxes
  private let first: Application

  /// A service of the root sandbox and others.
  package init(root: Application, sandboxes: Sandboxes) {
    (first, self.sandboxes) = (root, sandboxes)
    sandboxes.serve(root: root)
  }

  /// What all sandboxes send to relying parties.
  package var outbox: (any Outbox)? { sandboxes.blueprint.office }

  /// Finds the sandbox and asks it.
  package func respond(to request: Request, from peer: Peer) -> Reply {
    guard let name = name(request) else { return root.respond(to: request, from: peer) }
    guard let application = sandboxes.find(name) else { return .send(unknown(name, request)) }
    return application.respond(to: inner(request), from: peer)
  }

  /// The answer to a message that is no HTTP request.
  package func refused(_ refusal: Refusal, from peer: Peer) -> Response { root.refused(refusal, from: peer) }

  /// True if a TLS client is asked for its certificate: a provider behind the server name wants one.
  ///
  /// A handshake does not tell the path, so on a host that sandboxes share each of them is asked.
  package func wantsClientCertificate(serverName: String?) -> Bool {
    let label = (serverName ?? "").lowercased().prefix { $0 != "." }
    if let end = label.firstRange(of: "--") {
      let name = String(label[..<end.lowerBound])
      return sandboxes.find(name)?.wantsClientCertificate(hostLabel: label[end.upperBound...]) ?? false
    }
    return root.wantsClientCertificate(hostLabel: label)
      || sandboxes.all.contains { $0.entry.application.wantsClientCertificate(hostLabel: label) }
  }

  /// Ends what has run out everywhere.
  package func sweep(isLast: Bool = false) {
    root.sweep(isLast: isLast)
    sandboxes.sweep(isLast: isLast)
  }

  // MARK: Which sandbox

  /// The sandbox that a request names, `nil` for the root.
  private func name(_ request: Request) -> String? {
    if request.target.isBelowTilde {
      return String(request.target.segments[0].dropFirst())
    }
    guard let host = request.headers.bytes("Host") else { return nil }
    let label = host.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ":") }
    guard let end = Emulator.separator(in: label) else { return nil }
    return String(decoding: label[..<end], as: UTF8.self).lowercased()
  }

  /// The request as the sandbox sees it, without the prefix that names the sandbox.
  private func inner(_ request: Request) -> Request {
    guard request.target.isBelowTilde else { return request }
    var request = request
    request.target = request.target.droppingFirstSegment
    return request
  }

  /// Where `--` parts a sandbox's name from a provider's in a host label.
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
      ? "make it with POST /_eidolon/sandboxes {\"name\": \"\(name)\"}"
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
