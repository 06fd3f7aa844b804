package import Flow
package import HTTP

/// One request to an endpoint, with the addresses under which it came.
package struct Call: Sendable {
  /// The request.
  package let request: Request
  /// Who sent it.
  package let peer: Peer
  /// Where the caller reached this provider, without a slash at the end: `http://localhost:8080/itsme`.
  package let base: String
  /// Where browsers reach this provider: the public URL if one is set, else `base`.
  package let publicBase: String
  /// The one instant at which everything happens that the call does.
  package internal(set) var time: ClockReading
  /// The parts of the path that the endpoint left open.
  package let parameters: PathParameters
  /// What follows the address of the sandbox in `base`: `/itsme`, or nothing on a virtual host.
  private let mount: String
  /// The documents that were fetched for this call already; none is fetched twice.
  package var fetched: Set<String> = []
  /// Since when, on the real clock, its answer has been held back; `nil` for one that was answered at once.
  var began: Instant?

  /// A call to an endpoint.
  package init(
    request: Request, peer: Peer, base: String, publicBase: String, mount: String = "",
    at time: ClockReading, parameters: PathParameters = PathParameters()
  ) {
    (self.request, self.peer, self.base, self.publicBase) = (request, peer, base, publicBase)
    (self.mount, self.time, self.parameters) = (mount, time, parameters)
  }
}

extension Call {
  /// The sandbox's moment at which everything happens that the call does.
  package var now: Instant { time.now }

  /// Where the sandbox begins for the caller, without a slash at the end: `http://localhost:8080/~t1`.
  package var home: String { String(base.dropLast(mount.count)) }

  /// Where the sandbox begins for browsers.
  package var publicHome: String {
    publicBase.hasSuffix(mount) ? String(publicBase.dropLast(mount.count)) : publicBase
  }
}

/// A document is needed before the call can be answered: fetch it and ask again.
package struct DocumentNeeded: Error, Sendable, Hashable {
  /// The document's URL, from the world or the control plane.
  package let url: String

  /// A document at a URL.
  package init(url: String) {
    self.url = url
  }
}
