import Flow
public import HTTP
import JOSE
import JSON

/// A sandbox's providers behind one router: a request becomes a reply in one straight, synchronous function.
///
/// What is slow, timed or outgoing is said in the reply and done by the server.
public final class Application: Service {
  /// The sandbox that is served.
  public let sandbox: Sandbox
  /// The providers, in the order of the registry.
  public let providers: [any Provider]

  private let byPath: Router<Served>
  private let byHost: [String: Router<Served>]
  let realHosts: RealHosts
  let controlPaths: [String]
  private let destinations = Destinations()

  /// An endpoint as the router finds it.
  final class Served: Sendable {
    let provider: String
    let mount: String
    let endpoint: Endpoint
    /// Who serves it; nobody for what stands beside the providers.
    let owner: (any Provider)?
    let calls: EndpointCalls.Count
    let answers: Traffic.Answers

    init(
      provider: String, mount: String, endpoint: Endpoint, owner: (any Provider)?, in sandbox: Sandbox
    ) {
      (self.provider, self.mount, self.endpoint, self.owner) = (provider, mount, endpoint, owner)
      calls = sandbox.endpointCalls.count(endpoint.name, of: provider)
      answers = sandbox.traffic.answers(endpoint.name, of: provider)
    }
  }

  /// An application of providers, and of further endpoints that stand on every host.
  ///
  /// - Parameter sibling: the application of another sandbox, whose tables of routes are shared.
  /// - Throws: `RouteProblem` when two endpoints fit the same paths.
  public init(
    _ types: [any Provider.Type], sandbox: Sandbox, like sibling: Application? = nil,
    beside extra: (Sandbox, [any Provider]) -> [Endpoint]
  ) throws(RouteProblem) {
    self.sandbox = sandbox
    providers = types.map { $0.init(sandbox: sandbox) }
    let common = Self.routes(
      of: extra(sandbox, providers), provider: "", mount: "", owner: nil, sandbox)
    controlPaths = Set(common.map(\.pattern).filter { $0.hasPrefix("/_eidolon/") }).sorted()
    var paths = common
    var hosts: [String: Router<Served>] = [:]
    for provider in providers {
      let slug = type(of: provider).slug
      paths += Self.routes(
        of: provider.endpoints, provider: slug, mount: "/\(slug)", owner: provider, sandbox)
      let onHost = Self.routes(
        of: provider.endpoints, provider: slug, mount: "", owner: provider, sandbox)
      let taken = Set(onHost.map(Place.init))
      hosts[slug] = try Router(
        onHost + common.filter { !taken.contains(Place($0)) }, like: sibling?.byHost[slug])
    }
    byPath = try Router(paths, like: sibling?.byPath)
    byHost = hosts
    realHosts = RealHosts(types.flatMap { $0.realHosts })
  }

  /// Finds the endpoint and asks it.
  public func respond(to request: Request, from peer: Peer) -> Reply {
    let isForwarded = sandbox.settings.trustedProxies.contains(peer.address)
    if !isForwarded, let known = destinations.find(request) {
      return reply(to: known.call(request, from: peer), by: known.served)
    }
    let address = Address(request, from: peer, trusting: sandbox.settings.trustedProxies)
    guard !realHosts.contain(address.host) else {
      return .send(recorded(misdirected(address), to: request, at: address))
    }
    switch router(for: request).match(request) {
    case .found(let route, let parameters):
      if !isForwarded, parameters.isEmpty, request.headers["Host"] == address.authority {
        destinations.keep(
          Destination(
            route.endpoint, of: request, at: address.authority + sandboxPrefix(address),
            publicBase: sandbox.publicBase(of: route.endpoint.provider)))
      }
      return reply(to: call(request, peer, address, route.endpoint, parameters), by: route.endpoint)
    case .methodNotAllowed(let allow):
      return wrongMethod(request, peer, address, allow)
    case .notFound:
      if request.target.segments.first == "_eidolon" { return .send(unknownControlCall(request)) }
      return .send(recorded(notFound(request, address), to: request, at: address))
    }
  }

  /// The answer to a message that is no HTTP request, with a line in the log.
  public func refused(_ refusal: Refusal, from peer: Peer) -> Response {
    sandbox.log.write(
      LogEvent(
        .warning, "a request was refused: \(refusal.reason)",
        fields: [("status", String(refusal.status.code)), ("peer", peer.address)]))
    var response = Response.text(refusal.status, refusal.reason + "\n")
    mark(&response)
    sandbox.traffic.malformed.add(refusal.status.code)
    return response
  }

  /// Whether a provider wants the certificate of a TLS client that addresses a host by this first label.
  func wantsClientCertificate(hostLabel: Substring) -> Bool {
    providers.contains { $0.wantsClientCertificate(onOwnHost: type(of: $0).slug == hostLabel) }
  }

  /// Ends what has run out; called about every second, and with `isLast` at shutdown.
  public func sweep(isLast: Bool = false) {
    for provider in providers { provider.sweep(isLast: isLast) }
  }

  /// Ends the sandbox: its transactions are judged, and whoever waits is answered.
  public func end() {
    sweep(isLast: true)
    sandbox.end()
    sandbox.deliveries.clear()
  }

  // MARK: From a call to its reply

  private func call(
    _ request: Request, _ peer: Peer, _ address: Address, _ served: Served, _ parameters: PathParameters
  ) -> Call {
    let base = root(address) + served.mount
    return Call(
      request: request, peer: peer, base: base, publicBase: sandbox.publicBase(of: served.provider) ?? base,
      mount: served.mount, parameters: parameters)
  }

  /// Where the sandbox begins for a caller.
  func root(_ address: Address) -> String { address.root + sandboxPrefix(address) }

  /// The prefix of the path that names the sandbox; none for the root, and on a virtual host that names it.
  private func sandboxPrefix(_ address: Address) -> String {
    sandbox.name.isEmpty || address.firstLabel.hasPrefix("\(sandbox.name)--") ? "" : "/~\(sandbox.name)"
  }

  /// 405 with `Allow`, or what the endpoint has to say about it.
  private func wrongMethod(_ request: Request, _ peer: Peer, _ address: Address, _ allow: [HTTP.Method])
    -> Reply
  {
    guard let method = allow.first,
      case .found(let route, let parameters) = router(for: request).match(method, request.target),
      let refuse = route.endpoint.endpoint.wrongMethod
    else { return .send(recorded(.methodNotAllowed(allow: allow), to: request, at: address)) }
    let served = route.endpoint
    var answer = refuse(call(request, peer, address, served, parameters))
    if !answer.response.headers.contains("Allow"), answer.response.status == .methodNotAllowed {
      answer.response.headers.append("Allow", allow.map(\.text).joined(separator: ", "))
    }
    return finish(answer, of: call(request, peer, address, served, parameters), by: served)
  }

  /// The answer to a call, or where it comes from.
  private func reply(to call: Call, by served: Served) -> Reply {
    isHeavy(call, served) ? .work { self.answer(call, by: served) } : answer(call, by: served)
  }

  private func isHeavy(_ call: Call, _ served: Served) -> Bool {
    switch served.endpoint.weight {
    case .light: false
    case .heavy: true
    case .heavyIf(let test): test(call.request)
    }
  }

  private func answer(_ call: Call, by served: Served) -> Reply {
    do throws(DocumentNeeded) {
      return reply(try served.endpoint.answer(call), to: call, by: served)
    } catch {
      let url = error.url
      let began = call.began ?? sandbox.environment.clock.real
      return .fetch(
        Fetch(url: url) { result in
          let now = self.sandbox.environment.clock.now
          self.sandbox.keySets.keep(KeySetCache.Entry(result, at: now), of: url, at: now)
          var call = call
          call.fetched.insert(url)
          call.began = began
          return self.answer(call, by: served)
        })
    }
  }

  private func reply(_ outcome: consuming Outcome, to call: Call, by served: Served) -> Reply {
    switch consume outcome {
    case .answer(let answer): return finish(answer, of: call, by: served)
    case .stream(let stream): return self.stream(stream, by: served)
    case .call(let request, let then): return ask(request, then, call, served)
    case .wait(let transaction, _, _, let then):
      let waiter = sandbox.waiters.waiter(for: transaction)
      // Asked again now that the bell hangs: what happened in between rang for nobody.
      switch then() {
      case .answer(let answer):
        waiter.cancel()
        return finish(answer, of: call, by: served)
      case .stream(let stream):
        waiter.cancel()
        return self.stream(stream, by: served)
      case .call(let request, let then):
        waiter.cancel()
        return ask(request, then, call, served)
      case .wait(_, let until, let atMost, let then):
        let clock = sandbox.environment.clock
        // A frozen clock reaches a moment only when it is moved, and moving it wakes everybody who waits.
        let rest = clock.mode == .frozen ? nil : until.map { max(.zero, $0 - clock.now) }
        let limit = [rest, atMost].compactMap { $0 }.min()
        // Whoever wakes it runs on a loop, which heavy answers must not hold up.
        let isHeavy = isHeavy(call, served)
        var call = call
        call.began = call.began ?? clock.real
        let held = call
        return .hold(
          Hold(waiter: waiter, atMost: limit) {
            isHeavy
              ? .work { self.reply(then(), to: held, by: served) } : self.reply(then(), to: held, by: served)
          })
      }
    }
  }

  /// Asks the own server, and then the endpoint again.
  private func ask(
    _ request: Request, _ then: @escaping @Sendable (Result<FetchedDocument, FetchError>) -> Outcome,
    _ call: Call, _ served: Served
  ) -> Reply {
    .fetch(Fetch(own: request) { self.reply(then($0), to: call, by: served) })
  }

  private func finish(_ answer: consuming Answer, of call: Call, by served: Served) -> Reply {
    mark(&answer.response)
    if !answer.findings.isEmpty {
      var identifiers: [String] = []
      for finding in answer.findings where !identifiers.contains(finding.rule.identifier) {
        identifiers.append(finding.rule.identifier)
      }
      answer.response.headers.set("Eidolon-Finding", identifiers.joined(separator: ", "))
    }
    let response = answer.response
    if !answer.findings.isEmpty || !answer.remarks.isEmpty {
      write(answer, of: served, status: response.status.code)
    }
    served.answers.add(response.status.code)
    sandbox.traffic.note(answer.findings)
    let transmission = answer.faults.isEmpty ? Transmission() : transmission(of: answer.faults, at: served)
    record(response, transmission, answer, call, served)
    if !answer.deliveries.isEmpty {
      sandbox.deliveries.add(answer.deliveries, of: served.provider, transaction: answer.transaction)
    }
    return .send(response, transmission)
  }

  private func transmission(of faults: [Fault], at served: Served) -> Transmission {
    let purpose = "fault/\(served.endpoint.name)/\(sandbox.journal.count)"
    return faults.transmission { sandbox.environment.bytes($0, ordinal: 0, purpose: purpose) }
  }

  /// Writes an exchange into the journal, and what it did to its transaction into the change log; control calls are for
  /// neither, unless the journal is asked to take them.
  private func record(
    _ response: Response, _ transmission: Transmission, _ answer: Answer, _ call: Call, _ served: Served
  ) {
    guard !served.provider.isEmpty else {
      if sandbox.settings.control.isRecorded { recordControl(response, call, served) }
      return
    }
    served.calls.add()
    var standing = answer.transaction.flatMap { served.owner?.standing($0) }
    let now = sandbox.environment.clock.now
    let exchange = recording(response, transmission, of: call, served)
    sandbox.journal.append(
      Journal.Entry(
        at: now, provider: served.provider, endpoint: served.endpoint.name, client: standing?.client,
        transaction: answer.transaction, exchange: exchange, exchangeSize: exchange.size,
        findings: answer.findings.isEmpty ? [] : answer.findings.map(\.rule.identifier)))
    if !answer.findings.isEmpty { note(answer, of: standing?.client, call, served) }
    // Taken out, so that its many parts are not counted once more.
    if let news = standing?.news.take(), sandbox.changes.note(news, at: now) {
      sandbox.waiters.touch(Waiters.changes)
    }
  }

  private func recording(
    _ response: Response, _ transmission: Transmission, of call: Call, _ served: Served
  ) -> RecordedExchange {
    let held = call.began.map { sandbox.environment.clock.real - $0 } ?? .zero
    return RecordedExchange(
      request: call.request, response: response, transmission: transmission, at: call.base,
      below: served.mount, held: held)
  }

  /// A long answer is left out: it may hold the journal itself.
  private func recordControl(_ response: Response, _ call: Call, _ served: Served) {
    var response = response
    if response.body.count > 16_384 { response.body = [] }
    let exchange = recording(response, Transmission(), of: call, served)
    sandbox.journal.append(
      Journal.Entry(
        at: sandbox.environment.clock.now, provider: "", endpoint: served.endpoint.name, client: nil,
        transaction: nil, exchange: exchange, exchangeSize: exchange.size, findings: []))
  }

  /// The provider of a name.
  public func provider(_ slug: String) -> (any Provider)? {
    providers.first { type(of: $0).slug == slug }
  }

  // MARK: Addresses

  private func router(for request: Request) -> Router<Served> {
    guard let host = request.headers.bytes("Host"), let first = host.first, first >= 0x41 else {
      return byPath
    }
    let label = host.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ":") }
    let name = String(decoding: label, as: UTF8.self).lowercased()
    guard !sandbox.name.isEmpty, name.hasPrefix("\(sandbox.name)--") else { return byHost[name] ?? byPath }
    return byHost[String(name.dropFirst(sandbox.name.count + 2))] ?? byPath
  }

  /// What a route is found by.
  private struct Place: Hashable {
    let method: HTTP.Method
    let pattern: String

    init(_ route: Route<Served>) { (method, pattern) = (route.method, route.pattern) }
  }

  private static func routes(
    of endpoints: [Endpoint], provider: String, mount: String, owner: (any Provider)?, _ sandbox: Sandbox
  ) -> [Route<Served>] {
    endpoints.flatMap { endpoint in
      let served = Served(
        provider: provider, mount: mount, endpoint: endpoint, owner: owner, in: sandbox)
      return endpoint.methods.map { Route($0, mount + endpoint.path, served) }
    }
  }

  private func stream(_ stream: ResponseStream, by served: Served) -> Reply {
    var response = stream.response
    mark(&response)
    served.answers.add(response.status.code)
    return .stream(ResponseStream(response, next: stream.next))
  }

  /// Every answer says that it comes from an emulator.
  func mark(_ response: inout Response) {
    // What is ready to be sent has been marked when it was made.
    guard !response.isPrepared, !response.headers.contains("Eidolon") else { return }
    response.headers.append("Eidolon", "emulator")
  }
}
