import Control
import Crypto
import Flow
import HTTP
import ProviderKit
import Registry
import Server

extension ServeOptions {
  /// Reads the options of a command line.
  init(_ parsed: ParsedOptions) throws(UsageFailure) {
    self = try ServeOptionsReader.read(
      parsed,
      realHosts: registry.map {
        ServeOptionsReader.RealHosts(title: $0.vocabulary.title, hosts: $0.realHosts)
      })
  }
}

/// An emulator that listens as its options say: for `serve` until it is stopped, for `judge` while a campaign lasts.
struct RunningEmulator {
  let emulator: Emulator
  let server: RunningServer
  let state: ControlState
  let http: BoundAddresses
  private(set) var https = BoundAddresses(endpoints: [])
  /// Where only the control plane is served; empty if it is served everywhere.
  private(set) var control = BoundAddresses(endpoints: [])
  /// Lines for the log about keys that were made.
  let remarks: [String]
  let journal: AppendedFile?
  private let options: ServeOptions
  private let log: any Log

  /// Serves http, and the control plane where it has an address of its own.
  init(_ options: ServeOptions, _ loaded: LibrarySource.Loaded, log: any Log) throws(RunFailure) {
    (self.options, self.log) = (options, log)
    let keys = try ProviderKeys(options.keys)
    remarks = keys.remarks
    state = ControlState(
      version: Control.version, failsFrom: options.failure.severity,
      failsOnUnseen: options.failsOnUnseen, peers: options.peers.map(\.description),
      instance: SeededEnvironment.instance)
    journal = try Self.journal(options, log)
    emulator = try Composition(
      loaded: loaded, settings: options.settings, seed: options.seed, keys: keys.ring, log: log,
      state: state, journal: journal
    ).emulator()
    if options.control != nil { state.access.restrict(to: []) }
    server = try Self.start(emulator, options, log)
    http = BoundAddresses(endpoints: server.endpoints)
    state.measure(connections: { [weak server] in server?.openConnections }, process: { OwnProcess.figures })
    if let address = options.control { control = try listenForControl(on: address) }
  }

  private static func start(
    _ emulator: Emulator, _ options: ServeOptions, _ log: any Log
  ) throws(RunFailure) -> RunningServer {
    var outgoing = OutgoingOptions(acceptsUnknownAuthorities: options.fetchesInsecurely)
    if let file = options.fetchAuthorities { outgoing.authorities = try authorities(in: file) }
    var server = ServerOptions(outgoing: outgoing) { log.write(LogEvent(.warning, $0)) }
    if let largest = options.largestBody { server.limits.body = largest }
    do {
      return try Server.start(emulator, on: options.listen, options: server)
    } catch {
      throw RunFailure("cannot listen: \(error); choose another address with --listen HOST:PORT")
    }
  }

  private static func authorities(in file: String) throws(RunFailure) -> String {
    let text: String
    do { text = try File.readText(file) } catch { throw RunFailure("--fetch-ca \(error)") }
    do { _ = try Certificate.list(pem: text) } catch { throw RunFailure("--fetch-ca \(file): \(error)") }
    return text
  }

  private static func journal(_ options: ServeOptions, _ log: any Log) throws(RunFailure) -> AppendedFile? {
    guard let path = options.journal else { return nil }
    do throws(FileError) {
      return try AppendedFile(path) { log.write(LogEvent(.error, "--journal \($0)")) }
    } catch { throw RunFailure("--journal \(error)") }
  }

  /// Serves the control plane on its own address only.
  private func listenForControl(on address: ListenAddress) throws(RunFailure) -> BoundAddresses {
    do {
      let bound = BoundAddresses(endpoints: try server.listen(on: address))
      state.access.restrict(to: Set(bound.endpoints.map(\.port)), at: bound.urls("http").first)
      let urls = bound.endpoints.map { "http://\($0)/_eidolon" }.joined(separator: ", ")
      log.write(LogEvent(.info, "the control plane is at \(urls)"))
      return bound
    } catch {
      server.abort()
      throw RunFailure("cannot listen: \(error); choose another address with --control HOST:PORT")
    }
  }

  // MARK: https

  /// Serves https too if requested, and reports ready afterwards.
  mutating func becomeReady() throws(RunFailure) {
    if !options.tls.listen.isEmpty {
      do throws(RunFailure) { https = try listenSecurely() } catch {
        server.abort()
        throw error
      }
    }
    state.setAddresses(http.urls("http") + https.urls("https"))
    state.becomeReady()
  }

  private func listenSecurely() throws(RunFailure) -> BoundAddresses {
    let folder: String? = if case .folder(let path) = options.keys { path } else { nil }
    let certificate = try ServerIdentity(options.tls, folder: folder, labels: registry.map { $0.slug })
    state.setAuthority(certificate.authority.map { .certificate($0) } ?? .own)
    log.write(LogEvent(certificate.hasExpired ? .warning : .info, certificate.remark))
    let context = try context(of: certificate)
    var endpoints: [ListenAddress] = []
    for address in options.tls.listen {
      do { endpoints += try server.listen(on: address, tls: context) } catch {
        throw RunFailure("cannot listen: \(error); choose another address with --tls HOST:PORT")
      }
    }
    return BoundAddresses(endpoints: endpoints)
  }

  /// The providers decide, by the server name of the handshake, whether clients are asked for a certificate.
  private func context(of certificate: ServerIdentity) throws(RunFailure) -> TLSServerContext {
    let emulator = emulator
    do {
      return try TLSServerContext(
        certificate.identity, hosts: certificate.hosts,
        clientCertificates: .forServerName { emulator.wantsClientCertificate(serverName: $0) })
    } catch {
      throw RunFailure("\(options.tls.file(of: error) ?? "https"): \(error)")
    }
  }
}
