import Crypto
import Flow
import HTTP
import ProviderKit

extension Veridium {
  /// Who calls: a friend of the world, and how it showed who it is (§1a).
  struct Friend: Sendable {
    /// The entry of the world.
    let client: VeridiumClient
    /// The name under which sessions are kept.
    let name: String
    /// How it showed who it is.
    let credential: Credential
    /// What it did not show.
    var findings: [Finding]

    /// How a friend shows who it is.
    enum Credential: Sendable, Hashable {
      /// Not at all.
      case none
      /// The header of a TLS-terminating proxy.
      case header
      /// A TLS client certificate.
      case certificate
    }
  }
}

extension Veridium {
  /// What a TLS-terminating proxy says of the client certificate (§1a).
  static let subjectHeader = "X-Friend-Cert-Subject"

  /// The friend of a call.
  ///
  /// A certificate in the handshake counts before the header. A friend that nobody registered is let in as `"*"`.
  func friend(_ call: Call) throws(FriendRefusal) -> Friend {
    // Before anything of the world is read, so that a change in between is seen at the next call.
    let version = sandbox.version
    let sent = call.peer.clientCertificate == nil ? call.request.headers.bytes(Veridium.subjectHeader) : nil
    if let sent, let known = friends.find(sent, version: version) { return known }
    let friend = try registeredOrStranger(call)
    // A leniency is reported at every call.
    if let sent, friend.findings.isEmpty { friends.keep(friend, for: sent, version: version) }
    return friend
  }

  private func registeredOrStranger(_ call: Call) throws(FriendRefusal) -> Friend {
    let clients = sandbox.library.world.clients[Veridium.slug] ?? [:]
    if let der = call.peer.clientCertificate {
      let fingerprint = Digest.sha256(der)
      for case let client as VeridiumClient in clients.values where client.certificate == fingerprint {
        return Friend(client: client, name: client.identifier, credential: .certificate, findings: [])
      }
      let subject = Certificate(der: der)?.subject ?? "unreadable"
      return try stranger(subject, .certificate, Finding(FriendRules.certificateUnknown, subject))
    }
    guard let subject = call.request.headers[Veridium.subjectHeader], !subject.isEmpty else {
      return try stranger(World.anyClient, .none, Finding(FriendRules.certificateMissing))
    }
    for case let client as VeridiumClient in clients.values where client.headerToken == subject {
      return Friend(client: client, name: client.identifier, credential: .header, findings: [])
    }
    return try stranger(
      subject, .header, Finding(FriendRules.certificateUnknown, "\(Veridium.subjectHeader): \(subject)"))
  }

  /// A caller that nobody registered: let in as the client `"*"` with a finding, or refused.
  private func stranger(
    _ name: String, _ credential: Friend.Credential, _ finding: Finding
  ) throws(FriendRefusal) -> Friend {
    guard let client = sandbox.client(World.anyClient, of: Veridium.slug, as: VeridiumClient.self) else {
      throw FriendRefusal(.certificate, "The client certificate is missing or not known", finding)
    }
    return Friend(client: client, name: name, credential: credential, findings: [finding])
  }

  /// Whether the friend showed who it is in the way that the switches demand (§1a).
  func checkCredential(_ friend: Friend, _ switches: Switches) throws(FriendRefusal) {
    switch (switches[veridium: .callerAuthentication].word, friend.credential) {
    case ("header", .none), ("mtls", .none), ("mtls", .header):
      throw FriendRefusal(
        .certificate, "A client certificate is required", Finding(FriendRules.certificateMissing))
    default: return
    }
  }

  /// The switches that count where no session is known.
  func switches(of friend: Friend?) -> Switches {
    let client = friend?.client ?? sandbox.client(World.anyClient, of: Veridium.slug, as: VeridiumClient.self)
    return Switches(client: client?.quirks ?? [:], scenario: nil, standards: Veridium.standards)
  }
}
