/// Where a campaign's user agent may go.
package struct Territory: Sendable, Hashable {
  /// The hosts of the relying party, whatever their ports, in lower case.
  package var hosts: Set<String>
  /// Addresses of the emulator.
  package var emulator: Set<WebAddress>

  package init(hosts: Set<String>, emulator: Set<WebAddress>) {
    (self.hosts, self.emulator) = (hosts, emulator)
  }

  package func contains(_ address: WebAddress) -> Bool {
    hosts.contains(address.host) || isEmulator(address)
  }

  /// True for the provider's pages; the demonstration at the same address is a relying party.
  package func isProvider(_ address: WebAddress) -> Bool {
    let segments = address.path.split(separator: "/")
    let first = segments.first.map { $0.hasPrefix("~") } == true ? segments.dropFirst().first : segments.first
    return isEmulator(address) && first != "demo"
  }

  private func isEmulator(_ address: WebAddress) -> Bool {
    emulator.contains { own in
      own.port == address.port
        && (own.host == address.host || address.host.hasSuffix(".\(own.host)")
          || own.isLoopback && address.isLoopback)
    }
  }
}
