import Crypto
import Flow
import HTTP
import ProviderKit

extension Veridium {
  /// The friend that calls, and how it authenticated (§1a).
  struct Friend: Sendable {
    let client: VeridiumClient
    /// The name under which sessions are kept.
    let name: String
    let credential: Credential
    /// What its authentication lacked.
    var findings: [Finding]

    enum Credential: Sendable, Hashable {
      case none
      /// The header of a TLS-terminating proxy.
      case header
      /// A TLS client certificate.
      case certificate
    }
  }
}

extension Veridium {
  /// The header in which a TLS-terminating proxy passes on the subject of the client certificate (§1a).
  static let subjectHeader = "X-Friend-Cert-Subject"

  /// A certificate in the handshake takes precedence over the header; an unregistered friend is accepted as `"*"`.
  func friend(_ call: Call) throws(FriendRefusal) -> Friend {
    if let der = call.peer.clientCertificate {
      let fingerprint = Digest.sha256(der)
      if let client = client(where: { $0.certificate == fingerprint }) {
        return Friend(client: client, name: client.identifier, credential: .certificate, findings: [])
      }
      let subject = Certificate(der: der)?.subject ?? "unreadable"
      return try stranger(subject, .certificate, Finding(FriendRules.certificateUnknown, subject))
    }
    guard let subject = call.request.headers[Veridium.subjectHeader], !subject.isEmpty else {
      return try stranger(World.anyClient, .none, Finding(FriendRules.certificateMissing))
    }
    if let client = client(where: { $0.headerToken == subject }) {
      return Friend(client: client, name: client.identifier, credential: .header, findings: [])
    }
    return try stranger(
      subject, .header, Finding(FriendRules.certificateUnknown, "\(Veridium.subjectHeader): \(subject)"))
  }

  /// Of several matching clients, the first by name.
  private func client(where matches: (VeridiumClient) -> Bool) -> VeridiumClient? {
    (sandbox.library.world.clients[Veridium.slug] ?? [:]).values.compactMap { $0 as? VeridiumClient }
      .filter(matches).min { $0.identifier < $1.identifier }
  }

  /// An unregistered caller: accepted as the client `"*"` with a finding, or refused.
  private func stranger(
    _ name: String, _ credential: Friend.Credential, _ finding: Finding
  ) throws(FriendRefusal) -> Friend {
    guard let client = sandbox.client(World.anyClient, of: Veridium.slug, as: VeridiumClient.self) else {
      throw FriendRefusal(.certificate, "The client certificate is missing or not known", finding)
    }
    return Friend(client: client, name: name, credential: credential, findings: [finding])
  }

  /// Refuses a friend that did not authenticate as the switches demand (§1a).
  func checkCredential(_ friend: Friend, _ switches: Switches) throws(FriendRefusal) {
    switch (switches[veridium: .callerAuthentication].word, friend.credential) {
    case ("header", .none), ("mtls", .none), ("mtls", .header):
      throw FriendRefusal(
        .certificate, "A client certificate is required", Finding(FriendRules.certificateMissing))
    default: return
    }
  }

  /// The switches if no session is known.
  func switches(of friend: Friend?) -> Switches {
    let client = friend?.client ?? sandbox.client(World.anyClient, of: Veridium.slug, as: VeridiumClient.self)
    return Switches(client: client?.quirks ?? [:], scenario: nil, standards: Veridium.standards)
  }
}
