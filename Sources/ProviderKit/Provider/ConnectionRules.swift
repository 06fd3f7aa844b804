import Crypto
package import Flow

/// What a client does wrong before it sends a request, at the hosts whose name asks for a fault of TLS.
///
/// Most clients never meet such a host, so reports name these rules only where they were broken.
extension Provider {
  package static var connectionRules: [Rule] { [acceptsFaultyServers] }

  /// Those of its documentation, and those of connections.
  package static var allRules: [Rule] { rules + connectionRules }

  private static var acceptsFaultyServers: Rule {
    Rule(
      "\(slug).server-not-checked", .error, "The client talks to a server whose identity it must refuse",
      fix:
        "let the HTTP library verify the server: its certificate's validity, name and issuer; and allow only TLS 1.2 and newer",
      documentation: Rule.Citation(title: "eidolon help deployment", section: "https"),
      specification: "RFC 9525 §6; RFC 9325 §3.1.1")
  }

  /// The finding about a request on a connection that the client had to refuse.
  static func finding(accepting fault: String) -> Finding {
    let what: String =
      switch TLSFault(rawValue: fault) {
      case .expired: "its certificate expired yesterday"
      case .otherName: "its certificate is for another host"
      case .unknownAuthority: "it is signed by an unknown authority"
      case .oldProtocol: "it offers nothing newer than TLS 1.1"
      case nil: fault
      }
    return Finding(acceptsFaultyServers, what)
  }
}
