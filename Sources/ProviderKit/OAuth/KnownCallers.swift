import Synchronization

/// Those who have shown who they are, by the bytes of the field that did, such as `Authorization`: a client that calls again and
/// again is looked up once.
///
/// Bounded: a new one takes the place of the oldest. Nobody is known any more once the sandbox's version, and so perhaps its
/// clients, has changed.
public final class KnownCallers<Caller: Sendable>: Sendable {
  private struct Known: Sendable {
    let credential: [UInt8]
    let caller: Caller
  }

  private struct State: Sendable {
    var version = 0
    var known: [Known] = []
    var oldest = 0
  }

  /// A few clients call in turn; looking along more would cost those that are not among them.
  private let capacity = 8
  private let state = Mutex(State())

  /// Nobody is known.
  public init() {}

  /// Who sent these bytes before.
  ///
  /// - Parameter version: the sandbox's, read before anything else is.
  public func find(_ credential: ArraySlice<UInt8>, version: Int) -> Caller? {
    state.withLock { state in
      guard state.version == version else { return nil }
      for known in state.known where Self.isSame(known.credential, credential) { return known.caller }
      return nil
    }
  }

  /// Keeps who sent these bytes.
  public func keep(_ caller: Caller, for credential: ArraySlice<UInt8>, version: Int) {
    // A copy of its own: the request's head is not kept.
    let known = Known(credential: Array(credential), caller: caller)
    state.withLock { state in
      if state.version != version { state = State(version: version) }
      if state.known.count < capacity {
        state.known.append(known)
      } else {
        state.known[state.oldest] = known
        state.oldest = (state.oldest + 1) % capacity
      }
    }
  }

  /// Does not tell by its time how much is right, because secrets are among the bytes.
  private static func isSame(_ known: [UInt8], _ sent: ArraySlice<UInt8>) -> Bool {
    let (known, sent) = (known.span, sent.span)
    guard known.count == sent.count else { return false }
    var difference: UInt8 = 0
    for place in known.indices { difference |= known[place] ^ sent[place] }
    return difference == 0
  }
}
