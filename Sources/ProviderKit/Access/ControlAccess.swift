package import HTTP
import JSON
import Synchronization

/// Which callers the control plane and the pages beside it answer: by port, by host, and by token (`ControlToken`).
package final class ControlAccess: Sendable {
  package enum Refusal: Error {
    /// The control plane is served on other ports, at this URL if one is open.
    case otherPort(String?)
    /// The name could belong to a stranger's web page (DNS rebinding).
    case unsafeHost(String)
  }

  private struct Place {
    let ports: Set<Int>
    let url: String?
  }

  private let place = Mutex<Place?>(nil)

  package init() {}

  /// From now on only these ports are answered.
  ///
  /// - Parameter url: where they are, for people, without a slash at the end; `nil` while none is open.
  package func restrict(to ports: Set<Int>, at url: String? = nil) {
    place.withLock { $0 = Place(ports: ports, url: url) }
  }

  /// Where the control plane is, if it has an address of its own.
  package var url: String? { place.withLock { $0?.url } }

  package func admitPort(_ call: Call) throws(Refusal) {
    guard let place = place.withLock({ $0 }), !place.ports.contains(call.peer.localPort) else { return }
    throw .otherPort(place.url)
  }

  package static func admitHost(_ call: Call, _ rules: Sandbox.Settings.Control) throws(Refusal) {
    guard ControlHost.isSafe(call.request.authority, beside: rules.hosts) else {
      throw .unsafeHost(call.request.authority ?? "")
    }
  }
}

extension ControlAccess.Refusal {
  package var status: Status {
    switch self {
    case .otherPort: .notFound
    case .unsafeHost: Status(421)
    }
  }

  package var detail: String {
    switch self {
    case .otherPort(let url):
      "Control calls are answered on the address of --control only\(url.map { ": \($0)/_eidolon" } ?? "")."
    case .unsafeHost(let host):
      "The Host \(JSONProblem.quoted(host)) could belong to a web page that attacks this machine. Use localhost, "
        + "a name without dots, host.docker.internal, or a loopback or private address; or name it with --control-host."
    }
  }
}
