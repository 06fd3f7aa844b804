import HTTP

/// One client's connection; belongs to its loop's thread.
///
/// It reads and writes through the loop's buffers and is kept small: thousands may idle.
final class Connection {
  /// How far the request being read has come; each stage has its own timeout.
  enum Stage: UInt8 {
    case handshake
    case idle
    case head
    case body
  }

  /// How the connection ends once nothing is left to write.
  enum Ending: UInt8 {
    /// It stays open.
    case none
    /// Say goodbye (close_notify, FIN), then wait for the client to close.
    case orderly
    /// FIN without close_notify: the answer was cut off on purpose, or TLS is broken.
    case abrupt
    /// Closed already; its descriptor may belong to another connection by now.
    case closed
  }

  let descriptor: Int32
  let serial: UInt32
  let port: Port
  var peer: Peer
  var channel: SecureChannel?
  var parser: RequestParser

  var stage = Stage.idle
  var ending = Ending.none
  /// Bytes may be waiting in the socket; an edge is reported only once.
  var isReadable = false
  /// The client has sent its last byte (FIN or close_notify).
  var isEndOfInput = false
  /// The client said that this request is its last.
  var hasLastRequest = false
  /// We have sent our last byte and discard whatever still arrives.
  var isLingering = false
  /// In the loop's list of connections that yielded to others.
  var isInTurn = false

  /// The request that waits for a worker, a time or an event; nothing more is read before it is answered.
  var exchange: Exchange?
  /// Numbers the waits, so that a late wake-up from an earlier one is recognized.
  var wait: UInt32 = 0
  /// Bytes that the socket has not taken yet.
  var unsent: ArraySlice<UInt8> = []
  /// Input that arrived after a suspended request.
  var unread: [UInt8] = []

  var deadline = Moment.never
  /// When the loop next checks the connection, by its entry in the heap.
  var scheduled = Moment.never

  init(_ accepted: AcceptedSocket, serial: UInt32, limits: Limits) {
    descriptor = accepted.descriptor
    self.serial = serial
    port = accepted.port
    peer = Peer(
      address: accepted.address, isSecure: accepted.port.tls != nil,
      localPort: accepted.port.endpoint.port)
    parser = RequestParser(limits: limits)
  }

  /// True if the next request may be read.
  var isReading: Bool {
    exchange == nil && unsent.isEmpty && ending == .none && !isLingering
  }

  /// True if no part of a request or of an answer is in flight.
  var isIdle: Bool { isReading && unread.isEmpty && (stage == .idle || stage == .handshake) }

  var ticket: Ticket { Ticket(descriptor: descriptor, serial: serial, wait: wait) }
}

/// A request that is not answered at once.
final class Exchange {
  /// What the request says about how its answer is framed.
  struct Framing {
    var keepAlive: Bool
    var isHead: Bool
    var version: Version
  }

  enum State {
    /// A worker computes the reply.
    case working
    /// The answer is ready and is sent later.
    case delayed(Response, Transmission.Shape)
    case held(Hold)
    case fetching(FetchCall)
    case gathering(GatherCall)
    case dripping(Drip)
    case streaming(Streaming)
  }

  /// What a streamed answer waits for.
  enum Streaming {
    /// The client has not taken the last piece yet; `then` gives the next step.
    case blocked(then: @Sendable () -> StreamStep)
    /// Until the waiter is woken; `then` gives the next step.
    case waiting(Waiter, then: @Sendable () -> StreamStep)
  }

  let framing: Framing
  var state: State

  init(framing: Framing, state: State) {
    self.framing = framing
    self.state = state
  }
}

/// An answer cut into pieces that are sent one after the other at equal intervals.
struct Drip {
  private var rest: ArraySlice<UInt8>
  private let size: Int
  let interval: Duration

  /// The first piece goes at once and the last when `duration` is over.
  init(_ bytes: [UInt8], over duration: Duration) {
    // Twenty pieces a second show a client's read timeouts as well as any finer cut.
    let most = max(duration.nanoseconds / 50_000_000, 1)
    let pieces = Int(min(Int64(max(bytes.count, 1)), most + 1))
    size = max((bytes.count + pieces - 1) / pieces, 1)
    let cuts = max((bytes.count + size - 1) / size - 1, 1)
    interval = duration / cuts
    rest = bytes[...]
  }

  var isFinished: Bool { rest.isEmpty }

  mutating func next() -> ArraySlice<UInt8> {
    defer { rest = rest.dropFirst(size) }
    return rest.prefix(size)
  }
}
