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
    let options = try ServeOptions(parsed)
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
    FreedMemory.shareArenas()
    let source = LibrarySource(options)
    let folders = options.scenarioFolders.map { ScenarioFolder($0) }
    let seen = folders.map { $0.state() }
    // First, so that invalid scenarios leave nothing on disk.
    let loaded: LibrarySource.Loaded
    do { loaded = try source.load(isLate: true) } catch { return refuse(error) }
    if let problem = reportProblem() { return refuse(problem) }
    var running = try RunningEmulator(options, loaded, log: log)
    let (emulator, server) = (running.emulator, running.server)
    let stop = StopRequest(server)
    let reload = Reload(source, first: loaded, into: emulator, log: log)
    let journal = running.journal
    let signals = Signals(
      stop: { stop.ask(times: $0) },
      reload: {
        journal?.reopen()
        reload.run()
      })
    // A change since they were read is noticed too.
    let watch = folders.isEmpty ? nil : FolderWatch(folders, since: seen) { reload.run() }

    try running.becomeReady()
    Output.print(startUpText(running).text)
    // Before the first login asks for them.
    _ = loaded.library.scenarios
    // Frees memory that only the start needed.
    FreedMemory.giveBack()
    for host in options.settings.servedHosts.sorted() {
      log.write(LogEvent(.warning, "--serve-as: the emulator passes for \(host)"))
    }
    for remark in running.remarks { log.write(LogEvent(.info, remark)) }
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
    journal?.end()
    withExtendedLifetime(signals) {}
    let isReported = report(emulator, running.state)
    let status = judge(emulator.sandboxes.blueprint.total)
    log.write(LogEvent(.info, "stopped"))
    return isReported || status != .success ? status : .failure
  }

  /// Writes the report to each file of `--report`; false if one failed.
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
      // A login that nobody reported on concerns its story's `right` too.
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

  // MARK: Text

  private func startUpText(_ running: RunningEmulator) -> StartUpText {
    let (sandbox, providers) = (running.emulator.root.sandbox, running.emulator.root.providers)
    let urls = running.http.urls("http")
    var text = StartUpText(http: urls)
    text.https = running.https.urls("https")
    text.hasOwnAuthority = options.tls.certificate == nil && !text.https.isEmpty
    text.control = running.control.urls("http").first
    text.publicURL = options.settings.publicURL
    (text.isStrict, text.isInteractive) = (options.settings.isStrict, options.settings.isInteractive)
    text.openProviders = registry.filter { sandbox.library.world.clients[$0.slug]?[World.anyClient] != nil }
      .map { $0.vocabulary.title }
    text.providers = providers.types.map { $0.settings(base: "\(urls[0])/\($0.slug)") }
    text.exposed = running.http.exposed + running.https.exposed + running.control.exposed
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
