import HTTP
import Synchronization

/// Where a request leads: the endpoint that answers it, and the addresses under which its provider was called.
final class Destination: Sendable {
  /// What answers.
  let served: Application.Served
  private let base: String
  private let secureBase: String
  private let publicBase: String?

  private let method: HTTP.Method
  private let path: ArraySlice<UInt8>
  private let host: ArraySlice<UInt8>

  /// The destination of a request to an authority, over http and over https.
  init(_ served: Application.Served, of request: Request, at authority: String, publicBase: String?) {
    self.served = served
    base = "http://\(authority)\(served.mount)"
    secureBase = "https://\(authority)\(served.mount)"
    self.publicBase = publicBase
    method = request.method
    // Copies of their own: the request's head is not kept.
    path = Array(request.destination?.path ?? [])[...]
    host = Array(request.destination?.host ?? [])[...]
  }

  fileprivate func isThat(of method: HTTP.Method, _ path: ArraySlice<UInt8>, _ host: ArraySlice<UInt8>)
    -> Bool
  {
    self.method == method && self.path.isSame(as: path) && self.host.isSame(as: host)
  }

  /// The call that a request to this destination is.
  func call(_ request: Request, from peer: Peer) -> Call {
    let base = peer.isSecure ? secureBase : base
    return Call(request: request, peer: peer, base: base, publicBase: publicBase ?? base, mount: served.mount)
  }
}

/// The destinations of the latest requests, so that a client that calls again costs neither texts nor a search.
///
/// Bounded: a new one takes the place of the oldest.
final class Destinations: Sendable {
  /// A request that came again and again as one, and where it leads.
  private struct Repeated {
    let request: Request
    let destination: Destination
  }

  private struct State {
    var known: [Destination] = []
    var oldest = 0
    var repeated: [Repeated] = []
    var oldestRepeated = 0

    mutating func note(_ request: Request, _ destination: Destination) {
      if repeated.count < Destinations.repeatedCapacity {
        repeated.append(Repeated(request: request, destination: destination))
      } else {
        repeated[oldestRepeated] = Repeated(request: request, destination: destination)
        oldestRepeated = (oldestRepeated + 1) % Destinations.repeatedCapacity
      }
    }
  }

  private let capacity = 64
  /// A few for each loop; more would not be looked along faster than the bytes are compared.
  private static let repeatedCapacity = 8
  private let state = Mutex(State())

  /// The destination of a request, if one like it was kept.
  func find(_ request: Request) -> Destination? {
    state.withLock { state in
      for place in state.repeated.indices where state.repeated[place].request.isIdentical(to: request) {
        return state.repeated[place].destination
      }
      guard let (path, host) = request.destination else { return nil }
      let method = request.method
      let found = state.known.first { $0.isThat(of: method, path, host) }
      if let found, request.mayComeAgain { state.note(request, found) }
      return found
    }
  }

  /// Keeps a destination that was not found.
  func keep(_ destination: Destination) {
    state.withLock { state in
      if state.known.count < capacity {
        state.known.append(destination)
      } else {
        state.known[state.oldest] = destination
        state.oldest = (state.oldest + 1) % capacity
      }
    }
  }
}
