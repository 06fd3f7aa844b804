package import Flow
package import HTTP
import Synchronization

/// A request to an endpoint, with the addresses under which it came.
package struct Call: Sendable {
  private let arrival: Arrival
  /// The instant of everything that the call does.
  package internal(set) var time: ClockReading
  /// The URLs that were fetched for this call; none is fetched twice.
  package var fetched: Set<String>
  /// What was fetched for this call alone, by URL; key sets are kept elsewhere.
  package internal(set) var documents: [String: Result<FetchedDocument, FetchError>]
  /// The URLs that were not fetched, because a fault gave another answer: the relying party is not to blame for it.
  package internal(set) var spoiled: Set<String> = []
  /// When the call was first held back, in real time; `nil` if it never was.
  var began: Instant?
  /// Until when the log already says that the call is held, because the clock stands still.
  var loggedHoldUntil: Instant?

  package init(
    request: Request, peer: Peer, base: String, publicBase: String, mount: String = "",
    in sandbox: String = "", at time: ClockReading, parameters: PathParameters = PathParameters()
  ) {
    arrival = Arrival(
      request: request, peer: peer, base: base, publicBase: publicBase, mount: mount, sandbox: sandbox,
      parameters: parameters)
    self.time = time
    (fetched, documents, began, loggedHoldUntil) = ([], [:], nil, nil)
  }

  /// What stays the same until the call is answered; one object, because a call is passed on and kept often.
  private final class Arrival: Sendable {
    let request: Request
    let peer: Peer
    let base: String
    let publicBase: String
    let mount: String
    let sandbox: String
    let parameters: PathParameters
    let form = Mutex<Result<Form, Form.Problem>?>(nil)

    init(
      request: Request, peer: Peer, base: String, publicBase: String, mount: String, sandbox: String,
      parameters: PathParameters
    ) {
      (self.request, self.peer, self.base, self.publicBase) = (request, peer, base, publicBase)
      (self.mount, self.sandbox, self.parameters) = (mount, sandbox, parameters)
    }
  }
}

extension Call {
  package var request: Request { arrival.request }

  /// The content as a form, parsed once for everybody who asks; throws unless it is declared as one.
  package var form: Form {
    get throws(Form.Problem) {
      try arrival.form.withLock { form in
        if let form { return form }
        let parsed = Result { () throws(Form.Problem) in try arrival.request.form }
        form = parsed
        return parsed
      }.get()
    }
  }

  package var peer: Peer { arrival.peer }

  /// The provider's URL as the caller addressed it, without a slash at the end: `http://localhost:8080/itsme`.
  package var base: String { arrival.base }

  /// The provider's URL for browsers: the public URL if one is set, else `base`.
  package var publicBase: String { arrival.publicBase }

  /// The name of the sandbox that the caller addressed; empty for the root.
  package var sandbox: String { arrival.sandbox }

  package var parameters: PathParameters { arrival.parameters }

  /// What follows the sandbox's URL in `base`: `/itsme`, or nothing on a virtual host.
  var mount: String { arrival.mount }
}

extension Call {
  /// The instant of the call on the sandbox's clock.
  package var now: Instant { time.now }

  /// The sandbox's URL as the caller addressed it, without a slash at the end: `http://localhost:8080/~t1`.
  package var home: String { String(base.dropLast(mount.count)) }

  /// The sandbox's URL for browsers.
  package var publicHome: String {
    publicBase.hasSuffix(mount) ? String(publicBase.dropLast(mount.count)) : publicBase
  }

  /// The path of cookies: that of the sandbox, so that no other sandbox gets them.
  package var cookiePath: String {
    let path = publicHome.firstRange(of: "://").flatMap { scheme in
      publicHome[scheme.upperBound...].firstIndex(of: "/").map { String(publicHome[$0...]) }
    }
    return path ?? "/"
  }
}

/// A document of a relying party must be fetched before the call can be answered; then ask again.
package struct DocumentNeeded: Error, Sendable, Hashable {
  /// From the world or the control plane.
  package let url: String
  /// True if a server of a private network may use a self-signed certificate.
  package let acceptsSelfSigned: Bool
  /// How long its server may take.
  package let timeout: Duration
  /// How a document is fetched that is for this call alone; `nil` for a key set, which is kept.
  package var reading: Reading?

  package init(url: String, acceptsSelfSigned: Bool = false, timeout: Duration = .seconds(1)) {
    (self.url, self.acceptsSelfSigned, self.timeout) = (url, acceptsSelfSigned, timeout)
  }

  package struct Reading: Sendable, Hashable {
    /// In bytes.
    let limit: Int
    let event: Event?

    package init(limit: Int, event: Event?) { (self.limit, self.event) = (limit, event) }
  }

  /// The event of a vocabulary at which faults strike a fetch.
  package struct Event: Sendable, Hashable {
    let name: String
    let provider: String
    /// The faults of the scenario that the call will get, where they are not armed yet.
    let faults: [Fault]

    package init(_ name: String, of provider: String, faults: [Fault]) {
      (self.name, self.provider, self.faults) = (name, provider, faults)
    }
  }
}
