import Flow
package import HTTP
import JSON

/// Serves the providers of a sandbox at the routes of the process: finds the endpoint of a request.
///
/// `Exchange` answers the call, `ExchangeRecorder` records it.
package final class Application: Service {
  package let sandbox: Sandbox
  package let providers: Providers

  let routes: Routes
  /// What answers the endpoints of the desks, in the order of the desks.
  private let desks: [any EndpointOwner]
  private let asking = CertificateAskers.Part()

  /// - Parameter desks: makes what answers the endpoints of the desks.
  package init(
    _ routes: Routes, sandbox: Sandbox,
    desks: (Sandbox, Providers) -> [any EndpointOwner] = { _, _ in [] }
  ) {
    (self.routes, self.sandbox) = (routes, sandbox)
    providers = Providers(routes.providers, in: sandbox)
    self.desks = desks(sandbox, providers)
  }

  package func respond(to request: Request, from peer: Peer) -> Reply {
    respond(to: request, from: peer, as: sandbox.name)
  }

  /// - Parameter name: the sandbox that the request addresses, which may be another one that does not exist yet.
  func respond(to request: Request, from peer: Peer, as name: String) -> Reply {
    let address = Address(request, from: peer, trusting: sandbox.settings.trustedProxies, in: name)
    if routes.realHosts.contain(address.host), !isServed(request, at: address) {
      return .send(recorded(misdirected(address), to: request, at: address))
    }
    let host = host(at: address)
    switch routes.match(request.method, request.target, on: host) {
    case .found(let found): return exchange(request, peer, address, found).reply()
    case .methodNotAllowed(let allow):
      return wrongMethod(request, peer, address, host, allow)
    case .notFound:
      if request.target.segments.first == "_eidolon" { return .send(unknownControlCall(request)) }
      return .send(recorded(notFound(request, address), to: request, at: address))
    }
  }

  /// The response to a message that is not an HTTP request, which is logged: a sentence, and below `/_eidolon` a problem.
  package func refused(_ refusal: Refusal, from peer: Peer) -> Response {
    sandbox.log.write(
      LogEvent(
        .warning, "a request was refused: \(refusal.reason)",
        fields: [("status", String(refusal.status.code)), ("peer", peer.address)]))
    let remedy = refusal.status.code == 413 ? "; start with a larger --max-body" : ""
    var response = Self.response(to: refusal, refusal.reason + remedy)
    response.markAsEmulated()
    sandbox.traffic.malformed.add(refusal.status.code)
    return response
  }

  private static func response(to refusal: Refusal, _ sentence: String) -> Response {
    guard let target = refusal.target,
      (target.behindTilde == nil ? target : target.droppingFirstSegment).segments.first == "_eidolon"
    else { return .text(refusal.status, "The request is refused: \(sentence).\n") }
    return [413, 431].contains(refusal.status.code)
      ? .problem(refusal.status, "too-large", title: "Too large", detail: sentence)
      : .problem(
        refusal.status, "malformed-request", title: "The request is not well-formed HTTP", detail: sentence)
  }

  /// True if a provider asks TLS clients for a certificate on hosts with this first label.
  func wantsClientCertificate(hostLabel: Substring, realHost: String) -> Bool {
    if sandbox.settings.servedHosts.contains(realHost), let real = routes.provider(ofRealHost: realHost[...])
    {
      return routes.providers[real].wantsClientCertificate(onOwnHost: true, in: sandbox)
    }
    return routes.providers.contains {
      $0.wantsClientCertificate(onOwnHost: $0.slug == hostLabel, in: sandbox)
    }
  }

  /// Counts the sandbox among those that ask for certificates on shared hosts, from now on and as its clients change.
  func join(_ askers: CertificateAskers) {
    asking.join(askers)
    sandbox.onNewLibrary { [weak self] in self?.updateAsking() }
    updateAsking()
  }

  private func updateAsking() {
    asking.update { routes.providers.contains { $0.wantsClientCertificate(onOwnHost: false, in: sandbox) } }
  }

  package func provider(_ slug: String) -> (any Provider)? {
    providers[slug]
  }

  /// Ends what has expired; called about every second, and with `isLast` at shutdown.
  package func sweep(isLast: Bool = false) {
    let now = sandbox.environment.clock.read().now
    for provider in providers.used { provider.sweep(isLast: isLast, at: now) }
  }

  /// Before this moment, in real time, a sweep has nothing to do unless a call comes; `nil` if that cannot be told.
  var nextSweep: Instant? {
    let providers = providers.used
    guard !providers.contains(where: \.expiresMore) else { return nil }
    let ends = providers.flatMap { $0.ledgers.compactMap(\.nextEnd) }
    let clock = sandbox.environment.clock
    guard let end = ends.min(), clock.mode == .real else { return Instant(milliseconds: .max) }
    let time = clock.read()
    // A day at the most, because a transaction may have no end.
    return time.real + max(.zero, min(end - time.now, .seconds(86_400)))
  }

  /// Ends the sandbox: transactions get their verdicts, and waiting calls their answers.
  package func end() {
    asking.leave()
    sandbox.beginEpoch()
    sweep(isLast: true)
    sandbox.end()
    sandbox.deliveries.clear()
  }

  // MARK: Addresses

  func host(at address: Address) -> Routes.Host {
    if let real = servedProvider(address) { return .real(provider: real) }
    let label = (address.requested ?? "").prefix(before: ".:").lowercased()
    guard !sandbox.name.isEmpty, label.hasPrefix("\(sandbox.name)--") else { return routes.host(label) }
    return routes.host(String(label.dropFirst(sandbox.name.count + 2)))
  }

  /// The provider that answers under this host of its real service, because `--serve-as` says so.
  private func servedProvider(_ address: Address) -> Int? {
    guard !sandbox.settings.servedHosts.isEmpty,
      sandbox.settings.servedHosts.contains(address.host.lowercased())
    else { return nil }
    return routes.provider(ofRealHost: address.host)
  }

  /// False for the control plane and its pages, which never answer under a real service's host.
  private func isServed(_ request: Request, at address: Address) -> Bool {
    servedProvider(address) != nil && request.target.segments.first != "_eidolon"
      && !routes.isShared(request.target)
  }

  private func exchange(
    _ request: Request, _ peer: Peer, _ address: Address, _ found: FoundEndpoint
  ) -> Exchange {
    let served = found.served
    var base = address.home
    base += found.mount
    let time = Exchange.instant(in: sandbox)
    sandbox.journal.shelf.use(at: time.real)
    let call = Call(
      request: request, peer: peer, base: base, publicBase: sandbox.publicBase(of: served.provider) ?? base,
      mount: found.mount, in: address.sandbox, at: time, parameters: found.parameters)
    let (provider, owner): ((any Provider)?, any EndpointOwner) =
      switch served.owner {
      case .provider(let number): (providers[number], providers[number])
      case .desk(let number): (nil, desks[number])
      }
    return Exchange(
      call: call, served: served, owner: owner,
      recorder: ExchangeRecorder(sandbox: sandbox, served: served, provider: provider))
  }

  /// 405 with `Allow`, or the endpoint's own refusal.
  private func wrongMethod(
    _ request: Request, _ peer: Peer, _ address: Address, _ host: Routes.Host, _ allow: [HTTP.Method]
  ) -> Reply {
    guard let method = allow.first,
      case .found(let found) = routes.match(method, request.target, on: host),
      let reply = exchange(request, peer, address, found).refusal(allow)
    else { return .send(recorded(.methodNotAllowed(allow: allow), to: request, at: address)) }
    return reply
  }
}
