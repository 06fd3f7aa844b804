import JSON
import Server

/// The address that `eidolon health` requests.
struct HealthAddress: Equatable {
  let host: String
  let port: Int
  /// The whole path, including that of the given URL.
  let path: String

  private static let healthPath = "/_eidolon/health"

  /// The server of this machine, at the first address of `EIDOLON_LISTEN` or the default port.
  init(listen: String?) throws(UsageFailure) {
    let first = listen?.split(separator: ",").first.map { String($0.trimmed) } ?? "127.0.0.1:8080"
    guard let endpoint = Endpoint(first) else {
      throw UsageFailure("EIDOLON_LISTEN \(JSONProblem.quoted(first)) is no HOST:PORT")
    }
    (host, port, path) = (Self.reachable(endpoint.host), endpoint.port, Self.healthPath)
  }

  init(url: OptionValue) throws(UsageFailure) {
    let quoted = JSONProblem.quoted(url.text)
    guard !url.text.hasPrefix("https://") else {
      throw UsageFailure(
        "\(url.origin) \(quoted): health asks over plain http only; give the address of --listen")
    }
    let rest = url.text.hasPrefix("http://") ? url.text.dropFirst(7) : url.text[...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let prefix = rest.dropFirst(authority.count).prefix { $0 != "?" && $0 != "#" }
    let hasPort = authority.contains(":") && !authority.hasSuffix("]")
    guard !authority.isEmpty, let endpoint = Endpoint(hasPort ? String(authority) : "\(authority):80") else {
      throw UsageFailure("\(url.origin) \(quoted) is no URL such as http://127.0.0.1:8080")
    }
    let base = prefix.hasSuffix("/") ? prefix.dropLast() : prefix
    (host, port) = (Self.reachable(endpoint.host), endpoint.port)
    path = base.hasSuffix(Self.healthPath) ? String(base) : base + Self.healthPath
  }

  /// Replaces all interfaces and `localhost` by loopback, which needs no name server.
  private static func reachable(_ host: String) -> String {
    switch host {
    case "0.0.0.0", "*", "localhost": "127.0.0.1"
    case "::": "::1"
    default: host
    }
  }

  /// The value of `Host`.
  var authority: String { Endpoint(host: host, port: port).description }
}
