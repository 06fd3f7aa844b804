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
  private let path: [UInt8]
  private let host: [UInt8]

  /// The destination of a request to an authority, over http and over https.
  init(_ served: Application.Served, of request: Request, at authority: String, publicBase: String?) {
    self.served = served
    base = "http://\(authority)\(served.mount)"
    secureBase = "https://\(authority)\(served.mount)"
    self.publicBase = publicBase
    method = request.method
    path = Array(request.target.rawPathBytes)
    host = Array(request.headers.bytes("Host") ?? [])
  }

  fileprivate func isThat(of method: HTTP.Method, _ path: ArraySlice<UInt8>, _ host: ArraySlice<UInt8>)
    -> Bool
  {
    self.path.count == path.count && self.host.count == host.count && self.method == method
      && self.path.elementsEqual(path) && self.host.elementsEqual(host)
  }

  /// The call that a request to this destination is.
  func call(_ request: Request, from peer: Peer) -> Call {
    let base = peer.isSecure ? secureBase : base
    return Call(request: request, peer: peer, base: base, publicBase: publicBase ?? base)
  }
}

/// The destinations of the latest requests, so that a client that calls again costs neither texts nor a search.
///
/// Bounded: a new one takes the place of the oldest.
final class Destinations: Sendable {
  private struct State {
    var known: [Destination] = []
    var oldest = 0
  }

  private let capacity = 64
  private let state = Mutex(State())

  /// The destination of a request that says all about it itself: with a `Host`, and a target without authority.
  func find(_ request: Request) -> Destination? {
    guard !request.target.hasAuthority, let host = request.headers.bytes("Host") else { return nil }
    let path = request.target.rawPathBytes
    return state.withLock { state in
      state.known.first { $0.isThat(of: request.method, path, host) }
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
