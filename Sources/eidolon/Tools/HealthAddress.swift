import HTTP
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
    let first = listen?.listed().first ?? "127.0.0.1:8080"
    guard let endpoint = Endpoint(first) else {
      throw UsageFailure("EIDOLON_LISTEN \(JSONProblem.quoted(first)) is not HOST:PORT")
    }
    (host, port, path) = (Self.reachable(endpoint.host), endpoint.port, Self.healthPath)
  }

  init(url: OptionValue) throws(UsageFailure) {
    let quoted = JSONProblem.quoted(url.text)
    let text = url.text.contains("://") ? url.text : "http://\(url.text)"
    guard let (authority, rest) = try? WebAuthority.split(text) else {
      throw UsageFailure("\(url.origin) \(quoted) is not a URL such as http://127.0.0.1:8080")
    }
    guard !authority.isSecure else {
      throw UsageFailure(
        "\(url.origin) \(quoted): health asks over plain http only; give the address of --listen")
    }
    let prefix = rest.prefix { $0 != "?" && $0 != "#" }
    let base = prefix.hasSuffix("/") ? prefix.dropLast() : prefix
    (host, port) = (Self.reachable(authority.bareHost), authority.port)
    path = base.hasSuffix(Self.healthPath) ? String(base) : base + Self.healthPath
  }

  /// Replaces wildcard addresses and `localhost` by loopback, which needs no name look-up.
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
