import Server

/// The addresses that a server listens on, as people and clients write them.
struct BoundAddresses {
  let endpoints: [ListenAddress]

  /// For all interfaces, the base URL has `localhost`, which works from this machine.
  func urls(_ scheme: String) -> [String] {
    var seen: Set<String> = []
    return endpoints.map { endpoint in
      let host = Self.isAny(endpoint.host) ? "localhost" : endpoint.host
      return "\(scheme)://\(ListenAddress(host: host, port: endpoint.port))"
    }.filter { seen.insert($0).inserted }
  }

  /// The addresses that other machines can reach.
  var exposed: [String] { endpoints.filter { !Self.isLoopback($0.host) }.map(\.description) }

  private static func isAny(_ host: String) -> Bool { host == "0.0.0.0" || host == "::" }

  private static func isLoopback(_ host: String) -> Bool { host.hasPrefix("127.") || host == "::1" }
}
