import Control
import Crypto
import Flow
import HTTP
import ProviderKit
import Registry
import Server

/// `eidolon serve`: loads, wires, listens, and runs until a signal stops it.
struct ServeCommand {
  private let options: ServeOptions
  private let log: LogWriter

  /// Returns once the program has to end.
  static func run(_ parsed: ParsedOptions) throws(UsageFailure) -> ExitStatus {
    let options = try ServeOptionsReader.read(
      parsed,
      realHosts: registry.map {
        ServeOptionsReader.RealHosts(title: $0.vocabulary.title, hosts: $0.realHosts)
      })
    let log = LogWriter(options.log, isColoured: options.log == .text && Output.isErrorColoured)
    let command = ServeCommand(options: options, log: log)
    defer { log.flush() }
    do throws(RunFailure) {
      return try command.run()
    } catch {
      log.write(LogEvent(.error, error.reason))
      return .failure
    }
  }

  private func run() throws(RunFailure) -> ExitStatus {
    let source = LibrarySource(
      hasDefaults: options.hasDefaults, folders: options.scenarioFolders, clients: options.clients,
      person: options.person)
    // First, so that nothing is written to disk for scenarios that are wrong.
    let loaded: LibrarySource.Loaded
    do { loaded = try source.load() } catch { return refuse(error) }
    if let problem = reportProblem() { return refuse(problem) }
    let keys = try ProviderKeys(options.keys)
    let state = ControlState(
      version: Control.version, failsFrom: options.failure.severity,
      failsOnUnseen: options.failsOnUnseen, peers: options.peers.map(\.description),
      instance: SeededEnvironment.instance)
    let emulator = try Composition(
      loaded: loaded, settings: options.settings, seed: options.seed, keys: keys.ring, log: log,
      state: state, journal: try journal()
    ).emulator()
    if options.control != nil { state.access.restrict(to: []) }
    let server = try start(emulator)
    state.measure(connections: { [weak server] in server?.openConnections }, process: { OwnProcess.figures })
    var control: [ListenAddress] = []
    if let address = options.control { control = try listenForControl(server, on: address, state) }
    let stop = StopRequest(server)
    let reload = Reload(source, first: loaded, into: emulator, log: log)
    let signals = Signals(stop: { stop.ask(times: $0) }, reload: { reload.run() })
    let watch = watch(reload)

    let http = BoundAddresses(endpoints: server.endpoints)
    let https = try listenSecurely(server, emulator, state)
    state.becomeReady()
    var text = startUpText(http, https, emulator.root.sandbox, emulator.root.providers)
    text.exposed += BoundAddresses(endpoints: control).exposed
    Output.print(text.text)
    // Memory that only the start needed.
    FreedMemory.giveBack()
    for host in options.settings.servedHosts.sorted() {
      log.write(LogEvent(.warning, "--serve-as: the emulator passes for \(host)"))
    }
    for remark in keys.remarks { log.write(LogEvent(.info, remark)) }
    for remark in ProcessEnvironment.misspelt() { log.write(LogEvent(.warning, remark)) }

    var memory = FreedMemory(ended: emulator.sandboxes.ended)
    stop.wait {
      emulator.sweep()
      memory.look(ended: emulator.sandboxes.ended)
    }
    watch?.stop()
    log.write(LogEvent(.info, "stopping: what is in flight is finished first"))
    server.stop(grace: .seconds(5))
    emulator.sweep(isLast: true)
    withExtendedLifetime(signals) {}
    let isReported = report(emulator, state)
    let status = judge(emulator.sandboxes.blueprint.total)
    log.write(LogEvent(.info, "stopped"))
    return isReported || status != .success ? status : .failure
  }

  /// Writes the report to each file of `--report`; false if one could not be written.
  private func report(_ emulator: Emulator, _ state: ControlState) -> Bool {
    var isReported = true
    for file in options.reports {
      do throws(FileError) {
        try file.write(Control.report(file.form, of: emulator, state))
      } catch {
        isReported = false
        log.write(LogEvent(.error, "--report \(error)"))
      }
    }
    return isReported
  }

  /// What is wrong with the first file of `--report` that cannot be written.
  private func reportProblem() -> FileError? {
    for file in options.reports {
      do throws(FileError) { try file.prepare() } catch { return error }
    }
    return nil
  }

  private func refuse(_ problem: FileError) -> ExitStatus {
    Output.printError(UsageFailure("--report \(problem)").text(for: .serve))
    return .usage
  }

  /// Logs the coverage of the run, and judges the relying parties by `--fail-on` and what their stories expect.
  private func judge(_ total: RunTally) -> ExitStatus {
    for provider in registry {
      let coverage = RunCoverage(of: provider, total.outcomes(of: provider.slug))
      if coverage.exercised > 0 { log.write(LogEvent(provider: provider.slug, coverage.text)) }
    }
    guard let severity = options.failOn else { return .success }
    let broken = total.broken(atLeast: severity)
    for breach in broken {
      let rule = breach.rule
      var fields = [
        ("rule", rule.identifier), ("severity", rule.severity.rawValue), ("count", String(breach.count)),
      ]
      if let sandboxes = breach.places.text { fields.append(("sandboxes", sandboxes)) }
      log.write(
        LogEvent(
          .error, provider: String(rule.identifier.prefix { $0 != "." }),
          "--fail-on \(severity.rawValue): \(Finding(rule).text)", fields: fields))
    }
    let failed = total.verdicts.filter { options.failure.fails($0.judged.result) }
    for (story, count, places) in failed {
      // What nobody saw is a matter of right, too.
      let rules = story.rules.isEmpty ? [Shortfall.Member.right.rule] : story.rules
      var fields = [
        ("scenario", story.scenario), ("rule", rules.joined(separator: ", ")), ("count", String(count)),
      ]
      if let sandboxes = places.text { fields.append(("sandboxes", sandboxes)) }
      log.write(
        LogEvent(
          .error, provider: story.provider,
          (["--fail-on: \(story.scenario): \(story.text)"] + story.advices).joined(separator: ". "),
          fields: fields))
    }
    return broken.isEmpty && failed.isEmpty ? .success : .findings
  }

  private func refuse(_ failure: LoadFailure) -> ExitStatus {
    Output.printError(failure.text + "\n")
    return .usage
  }

  // MARK: Wiring

  private func start(_ emulator: Emulator) throws(RunFailure) -> RunningServer {
    var outgoing = OutgoingOptions(acceptsUnknownAuthorities: options.fetchesInsecurely)
    if let file = options.fetchAuthorities { outgoing.authorities = try authorities(in: file) }
    let log = log
    var server = ServerOptions(outgoing: outgoing) { log.write(LogEvent(.warning, $0)) }
    if let largest = options.largestBody { server.limits.body = largest }
    do {
      return try Server.start(emulator, on: options.listen, options: server)
    } catch {
      throw RunFailure("cannot listen: \(error); choose another address with --listen HOST:PORT")
    }
  }

  private func journal() throws(RunFailure) -> AppendedFile? {
    guard let path = options.journal else { return nil }
    let log = log
    do throws(FileError) {
      return try AppendedFile(path) { log.write(LogEvent(.error, "--journal \($0)")) }
    } catch { throw RunFailure("--journal \(error)") }
  }

  /// Serves the control plane on its own address only.
  private func listenForControl(
    _ server: RunningServer, on address: ListenAddress, _ state: ControlState
  ) throws(RunFailure) -> [ListenAddress] {
    do {
      let bound = try server.listen(on: address)
      state.access.restrict(to: Set(bound.map(\.port)))
      log.write(
        LogEvent(
          .info, "the control plane is at \(bound.map { "http://\($0)/_eidolon" }.joined(separator: ", "))"))
      return bound
    } catch {
      server.abort()
      throw RunFailure("cannot listen: \(error); choose another address with --control HOST:PORT")
    }
  }

  /// Reloads when files change; `nil` without folders.
  private func watch(_ reload: Reload) -> FolderWatch? {
    guard !options.scenarioFolders.isEmpty else { return nil }
    return FolderWatch(options.scenarioFolders.map { ScenarioFolder($0) }) { reload.run() }
  }

  private func authorities(in file: String) throws(RunFailure) -> String {
    let text: String
    do { text = try File.readText(file) } catch { throw RunFailure("--fetch-ca \(error)") }
    do { _ = try Certificate.list(pem: text) } catch { throw RunFailure("--fetch-ca \(file): \(error)") }
    return text
  }

  /// Serves https too if requested; http is served by then.
  private func listenSecurely(
    _ server: RunningServer, _ emulator: Emulator, _ state: ControlState
  ) throws(RunFailure) -> BoundAddresses {
    guard !options.tls.listen.isEmpty else { return BoundAddresses(endpoints: []) }
    do throws(RunFailure) {
      let folder: String? = if case .folder(let path) = options.keys { path } else { nil }
      let certificate = try ServerIdentity(options.tls, folder: folder, labels: registry.map { $0.slug })
      state.setAuthority(certificate.authority.map { .certificate($0) } ?? .own)
      log.write(LogEvent(.info, certificate.remark))
      let context = try context(of: certificate, for: emulator)
      var endpoints: [ListenAddress] = []
      for address in options.tls.listen { endpoints += try listen(server, on: address, context) }
      return BoundAddresses(endpoints: endpoints)
    } catch {
      server.abort()
      throw error
    }
  }

  /// The providers decide, by the server name of the handshake, whether clients are asked for a certificate.
  private func context(
    of certificate: ServerIdentity, for emulator: Emulator
  ) throws(RunFailure) -> TLSServerContext {
    do {
      return try TLSServerContext(
        certificate.identity, hosts: certificate.hosts,
        clientCertificates: .forServerName { emulator.wantsClientCertificate(serverName: $0) })
    } catch {
      throw RunFailure("\(options.tls.certificate ?? "https"): \(error)")
    }
  }

  private func listen(
    _ server: RunningServer, on address: ListenAddress, _ context: TLSServerContext
  ) throws(RunFailure) -> [ListenAddress] {
    do {
      return try server.listen(on: address, tls: context)
    } catch {
      throw RunFailure("cannot listen: \(error); choose another address with --tls HOST:PORT")
    }
  }

  // MARK: Text

  private func startUpText(
    _ http: BoundAddresses, _ https: BoundAddresses, _ sandbox: Sandbox, _ providers: [any Provider]
  ) -> StartUpText {
    let urls = http.urls("http")
    var text = StartUpText(http: urls)
    text.https = https.urls("https")
    text.hasOwnAuthority = options.tls.certificate == nil && !text.https.isEmpty
    text.publicURL = options.settings.publicURL
    (text.isStrict, text.isInteractive) = (options.settings.isStrict, options.settings.isInteractive)
    text.openProviders = registry.filter { sandbox.library.world.clients[$0.slug]?[World.anyClient] != nil }
      .map { $0.vocabulary.title }
    text.providers = providers.map { $0.settings(base: "\(urls[0])/\(type(of: $0).slug)") }
    text.exposed = http.exposed + https.exposed
    text.seed = options.seed
    text.servedHosts = options.settings.servedHosts.sorted()
    text.hasToken = options.settings.control.token != nil
    switch options.keys {
    case .testKeys: break
    case .fresh: text.keys = "made at this start"
    case .folder(let path): text.keys = "kept in \(path)"
    }
    return text
  }
}
