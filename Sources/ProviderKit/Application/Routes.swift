package import HTTP

/// What is served where; made once for the process, because every sandbox serves the same.
package final class Routes: Sendable {
  /// In the order of the registry.
  package let providers: [any Provider.Type]
  let desks: [Desk]
  /// For hints in 404 responses.
  let controlPaths: [String]
  let realHosts: RealHosts
  /// What the desks serve.
  private let common: RouteTable
  /// In the order of `providers`.
  private let provided: [RouteTable]

  /// Whose paths a host serves.
  enum Host {
    /// Those of each provider below its slug, and those of the desks.
    case shared
    /// Those of one provider, and those of the desks.
    case own(provider: Int)
    /// Those of one provider alone, because the host is that of its real service.
    case real(provider: Int)

    /// The provider whose host it is; `nil` for a host that all share.
    var provider: Int? {
      switch self {
      case .shared: nil
      case .own(let provider), .real(let provider): provider
      }
    }
  }

  /// - Parameter desks: served on every host.
  /// - Throws: `RouteProblem` if two endpoints match the same paths.
  package init(_ providers: [any Provider.Type], beside desks: [Desk] = []) throws(RouteProblem) {
    (self.providers, self.desks) = (providers, desks)
    common = try RouteTable(desks)
    var provided: [RouteTable] = []
    for (number, provider) in providers.enumerated() { provided.append(try RouteTable(provider, number)) }
    self.provided = provided
    controlPaths = Set(common.paths().filter { $0.hasPrefix("/_eidolon/") }).sorted()
    realHosts = RealHosts(providers.flatMap { $0.realHosts })
  }

  private init(_ routes: Routes, desks: [Desk]) {
    (providers, self.desks) = (routes.providers, desks)
    (controlPaths, realHosts) = (routes.controlPaths, routes.realHosts)
    (common, provided) = (routes.common, routes.provided)
  }

  /// The same routes, answered by other desks, which must match these in number and endpoints.
  package func answered(by desks: [Desk]) -> Routes { Routes(self, desks: desks) }

  /// A provider's virtual host by its first label, in lower case, or the one that stands for all others.
  func host(_ label: String) -> Host {
    provided.firstIndex { $0.slug == label }.map(Host.own) ?? .shared
  }

  /// The provider whose real service has this host.
  func provider(ofRealHost host: Substring) -> Int? {
    providers.firstIndex { RealHosts($0.realHosts).contain(host) }
  }

  /// The endpoint that a host serves at a target; a provider's comes before one of a desk.
  func match(_ method: HTTP.Method, _ target: Target, on host: Host) -> EndpointMatch {
    switch host {
    case .real(let provider): return provided[provider].match(method, target)
    case .own(let provider):
      return provided[provider].match(method, target).or(common.match(method, target))
    case .shared:
      // The asterisk of OPTIONS asks for the methods of the whole server (RFC 9110 §9.3.7).
      guard target.isPath else {
        return provided.reduce(common.match(method, target)) { $0.or($1.match(method, target)) }
      }
      guard let (first, rest) = target.firstSegment, let table = provided.first(where: { $0.slug == first })
      else { return common.match(method, target) }
      return table.match(method, rest, below: table.mount).or(common.match(method, target))
    }
  }

  /// True if something is served there on hosts that all share.
  func isShared(_ target: Target) -> Bool {
    if case .notFound = match(.get, target, on: .shared) { false } else { true }
  }

  /// Every path of a host, for hints in 404 responses.
  func paths(on host: Host) -> [String] {
    let paths =
      switch host {
      case .shared: common.paths() + provided.flatMap { $0.paths(below: $0.mount) }
      case .own(let provider): common.paths() + provided[provider].paths()
      case .real(let provider): provided[provider].paths()
      }
    return Set(paths).sorted()
  }
}
