/// Who is at the other end of a connection.
public struct Peer: Sendable, Hashable {
  /// The numeric IP address without port.
  public let address: String
  /// Whether the connection is TLS.
  public let isSecure: Bool
  /// The client's certificate in DER, if it presented one.
  public let clientCertificate: [UInt8]?
  /// The port of ours that was connected to.
  public let localPort: Int

  /// A peer.
  public init(address: String, isSecure: Bool, clientCertificate: [UInt8]? = nil, localPort: Int) {
    self.address = address
    self.isSecure = isSecure
    self.clientCertificate = clientCertificate
    self.localPort = localPort
  }
}

/// What a server serves: one request in, one reply out, synchronously.
public protocol Service: Sendable {
  /// Answers a request; never waits, and does nothing that takes long: that is said in the reply.
  func respond(to request: Request, from peer: Peer) -> Reply

  /// The answer to a message that the parser refused; its status is the refusal's.
  func refused(_ refusal: Refusal, from peer: Peer) -> Response

  /// Whether a TLS client is asked for its certificate in the handshake, by the server name that it says (nil if none).
  ///
  /// The handshake comes before any request, so a route cannot ask; it finds the certificate in `Peer`, or none.
  func wantsClientCertificate(serverName: String?) -> Bool

  /// What the service sends to other servers on its own; nil: nothing.
  var outbox: (any Outbox)? { get }
}

extension Service {
  /// The reason as plain text.
  public func refused(_ refusal: Refusal, from peer: Peer) -> Response {
    .text(refusal.status, refusal.reason + "\n")
  }

  /// Nothing is sent.
  public var outbox: (any Outbox)? { nil }

  /// No certificate is asked for.
  public func wantsClientCertificate(serverName: String?) -> Bool { false }
}
