/// The other end of a connection.
package struct Peer: Sendable, Hashable {
  /// The numeric IP address without port.
  package let address: String
  /// True if the connection is TLS.
  package let isSecure: Bool
  /// The client's certificate in DER, if it presented one.
  package let clientCertificate: [UInt8]?
  package let localPort: Int
  /// The server's TLS fault that the client accepted in the handshake, by its name; `nil` if there was none.
  package let acceptedFault: String?

  package init(
    address: String, isSecure: Bool, clientCertificate: [UInt8]? = nil, localPort: Int,
    acceptedFault: String? = nil
  ) {
    self.acceptedFault = acceptedFault
    self.address = address
    self.isSecure = isSecure
    self.clientCertificate = clientCertificate
    self.localPort = localPort
  }
}

/// What a server serves: one request in, one reply out, synchronously.
package protocol Service: Sendable {
  /// Answers a request without blocking; anything that takes long goes into the reply.
  func respond(to request: Request, from peer: Peer) -> Reply

  /// The answer to a message that the parser refused; its status is the refusal's.
  func refused(_ refusal: Refusal, from peer: Peer) -> Response

  /// True if a TLS client that asks for this server name (nil if it gives none) is asked for its certificate
  /// in the handshake.
  ///
  /// The handshake comes before any request, so a route cannot ask for it; if the client sent one, it is in `Peer`.
  func wantsClientCertificate(serverName: String?) -> Bool

  /// What the service sends to other servers on its own initiative; nil if nothing.
  var outbox: (any Outbox)? { get }
}

extension Service {
  /// The reason as plain text.
  package func refused(_ refusal: Refusal, from peer: Peer) -> Response {
    .text(refusal.status, refusal.reason + "\n")
  }

  package var outbox: (any Outbox)? { nil }

  package func wantsClientCertificate(serverName: String?) -> Bool { false }
}
