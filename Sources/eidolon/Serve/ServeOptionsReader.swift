import Control
import Crypto
import Flow
import JSON
import ProviderKit
import Server

/// Reads the options of `serve`, and collects every problem.
struct ServeOptionsReader {
  private let options: ParsedOptions
  private let realHosts: () -> [RealHosts]
  private var result = ServeOptions()
  private var problems: [String] = []

  /// The host names of a real provider.
  struct RealHosts {
    let title: String
    let hosts: [String]
  }

  /// - Parameter realHosts: the hosts that a public URL must not have; evaluated only where a host is given.
  static func read(
    _ options: ParsedOptions, realHosts: @escaping @autoclosure () -> [RealHosts]
  ) throws(UsageFailure) -> ServeOptions {
    var reader = ServeOptionsReader(options: options, realHosts: realHosts)
    reader.readAddresses()
    reader.readScenarios()
    reader.readBehaviour()
    reader.readReplicas()
    reader.readOutput()
    guard reader.problems.isEmpty else { throw UsageFailure(reader.problems) }
    return reader.result
  }

  private init(options: ParsedOptions, realHosts: @escaping () -> [RealHosts]) {
    (self.options, self.realHosts) = (options, realHosts)
  }

  // MARK: Addresses

  private mutating func readAddresses() {
    let listen = endpoints("listen")
    if options.isGiven("listen") { result.listen = listen }
    result.tls.listen = endpoints("tls")
    result.tls.names = options.all("tls-name").map(\.text)
    result.tls.certificate = options.first("tls-cert")?.text
    result.tls.key = options.first("tls-key")?.text
    if !options.isGiven("tls") {
      for name in ["tls-name", "tls-cert", "tls-key"] where options.isGiven(name) {
        note(name, "needs --tls HOST:PORT, the address to serve https at")
      }
    }
    if options.isGiven("tls-cert") != options.isGiven("tls-key") {
      let (given, missing) = options.isGiven("tls-cert") ? ("tls-cert", "tls-key") : ("tls-key", "tls-cert")
      note(given, "needs --\(missing) FILE beside it")
    }
    if options.isGiven("tls-cert"), options.isGiven("tls-name") {
      note("tls-name", "has no effect on a certificate of your own (--tls-cert)")
    }
    for value in options.all("tls-name") where (try? CertificateName(value.text)) == nil {
      note(value, "is neither a host name nor an IP address")
    }
    readServedHosts()
    if let url = options.first("public-url") { readPublicURL(url) }
    result.control = endpoints("control").first
    result.settings.control.tokens = options.all("control-token").map(\.text)
    result.settings.control.hosts = Set(options.all("control-host").compactMap { controlHost($0) })
    result.settings.control.origins = Set(options.all("control-origin").compactMap { origin($0) })
    for value in options.all("trust-proxy") where !result.settings.trustedProxies.trust(value.text) {
      note(value, "is not an address block, such as 10.0.0.0/8 or 127.0.0.1")
    }
  }

  /// Hosts of real services; the https certificate covers them too.
  private mutating func readServedHosts() {
    for value in options.all("serve-as") {
      let host = value.text.lowercased()
      let isName = (try? CertificateName(host)) != nil && !host.hasPrefix("*")
      guard isName, realProvider(of: host) != nil else {
        note(
          value,
          "is not a host of a real service, such as bws.bioid.com; under any other name the emulator answers anyway"
        )
        continue
      }
      result.settings.servedHosts.insert(host)
      result.tls.names.append(host)
    }
  }

  /// The provider whose real service has this host.
  private func realProvider(of host: String) -> RealHosts? {
    realHosts().first { $0.hosts.contains { host == $0 || host.hasSuffix(".\($0)") } }
  }

  /// The name as `Host` has it without its port; an address of IPv6 never counts as one of these names.
  private mutating func controlHost(_ value: OptionValue) -> String? {
    let host = value.text.lowercased()
    guard (try? CertificateName(host)) != nil, !host.hasPrefix("*"), !host.contains(":") else {
      note(value, "is not a host name, such as eidolon.example, without scheme and port")
      return nil
    }
    return host
  }

  /// A scheme, a host and optionally a port, as browsers send them.
  private mutating func origin(_ value: OptionValue) -> String? {
    let text = value.text.lowercased()
    let authority =
      ["http://", "https://"].first { text.hasPrefix($0) }.map { text.dropFirst($0.count) } ?? ""
    guard !authority.isEmpty, !authority.contains(where: { "/?#*@, ".contains($0) }) else {
      note(value, "is not an origin, such as http://localhost:3000")
      return nil
    }
    return text
  }

  private mutating func endpoints(_ name: String) -> [ListenAddress] {
    options.all(name).compactMap { value in
      if let endpoint = ListenAddress(value.text) { return endpoint }
      note(value, "is not HOST:PORT, such as 127.0.0.1:8080, [::1]:8080 or *:8080")
      return nil
    }
  }

  private mutating func readPublicURL(_ value: OptionValue) {
    guard let url = PublicURL(value.text) else {
      note(value, "is not an http or https URL of a host, without query and fragment")
      return
    }
    guard let real = realProvider(of: url.host) else {
      result.settings.publicURL = url.text
      return
    }
    note(
      value,
      "is an address of the real \(real.title); the emulator never passes for a real provider. Use a name of your own"
    )
  }

  // MARK: Scenarios

  private mutating func readScenarios() {
    result.scenarioFolders = options.all("scenarios").map(\.text)
    result.hasDefaults = !options.isOn("no-defaults")
    result.person = options.first("person")?.text
    for value in options.all("client") {
      do {
        let client = try ClientOption(value.text)
        if let member = result.clients.lazy.compactMap({ client.clash(with: $0) }).first {
          note(
            value,
            "gives \(member) of \(client.provider):\(client.identifier) once more; put both into one option")
        }
        result.clients.append(client)
      } catch {
        for problem in error.problems { note(value, problem) }
      }
    }
  }

  // MARK: Behaviour

  private mutating func readBehaviour() {
    result.settings.isStrict = options.isOn("strict")
    result.settings.isInteractive = options.isOn("interactive")
    switch options.first("keys")?.text {
    case nil: break
    case "fresh": result.keys = .fresh
    case let folder?: result.keys = .folder(folder)
    }
    if let value = options.first("seed") {
      result.seed = UInt64(value.text)
      if result.seed == nil { note(value, "is not a whole number from 0 to \(UInt64.max)") }
    }
    result.fetchAuthorities = options.first("fetch-ca")?.text
    result.fetchesInsecurely = options.isOn("fetch-insecure")
  }

  // MARK: Many machines

  private mutating func readReplicas() {
    result.peers = endpoints("peers").filter { $0.host != "*" && $0.port > 0 }
    if result.peers.count < options.all("peers").count, problems.isEmpty {
      problems.append("--peers needs the address and the port of a replica, such as eidolon-2:8080")
    }
    let control = result.settings.control
    result.settings.control.sandboxes = number("max-sandboxes", upTo: 1_000_000) ?? control.sandboxes
    result.settings.control.streams = number("max-streams", upTo: 1_000_000) ?? control.streams
    result.largestBody = number("max-body", upTo: 1 << 30)
  }

  private mutating func number(_ name: String, upTo most: Int) -> Int? {
    guard let value = options.first(name) else { return nil }
    if let number = Int(value.text), (1...most).contains(number) { return number }
    note(value, "is not a whole number from 1 to \(most)")
    return nil
  }

  private mutating func readOutput() {
    result.journal = options.first("journal")?.text
    if let value = options.first("keep") {
      let bytes = ByteSize(value.text)?.bytes ?? 0
      if bytes < 1 << 20 { note(value, "is not a size of at least 1MB, such as 64MB or 1GB") }
      result.settings.keptBytes = bytes
    }
    result.settings.control.isRecorded = options.isOn("journal-control")
    result.settings.isRedacted = options.isOn("redact")
    readFailOn()
    readExpect()
    readReports()
    guard let value = options.first("log") else { return }
    if let form = LogForm(rawValue: value.text) {
      result.log = form
    } else {
      problems.append(
        "\(value.origin): \(UsageFailure.unknown("form", value.text, in: LogForm.allCases.map(\.rawValue)))")
    }
  }

  private mutating func readFailOn() {
    for value in options.all("fail-on") {
      if value.text == Self.unseen {
        result.failsOnUnseen = true
      } else if let severity = Rule.Severity(rawValue: value.text) {
        result.failOn = min(result.failOn ?? severity, severity)
      } else {
        let words = Rule.Severity.allCases.map(\.rawValue) + [Self.unseen]
        problems.append("\(value.origin): \(UsageFailure.unknown("severity", value.text, in: words))")
      }
    }
    // Failing what was not seen implies failing what was seen to be wrong.
    if result.failsOnUnseen { result.failOn = result.failOn ?? .error }
  }

  private static let unseen = "unseen"

  private mutating func readExpect() {
    guard let value = options.first("expect") else { return }
    switch value.text {
    case "error": result.settings.unmetSeverity = .error
    case "warn": result.settings.unmetSeverity = .warning
    default:
      problems.append("\(value.origin): \(UsageFailure.unknown("word", value.text, in: ["error", "warn"]))")
    }
  }

  private mutating func readReports() {
    for value in options.all("report") {
      guard let report = ReportFile(value.text) else {
        note(value, ReportFile.mistake)
        continue
      }
      if result.reports.contains(report) { note(value, "is given twice") }
      result.reports.append(report)
    }
  }

  // MARK: Problems

  /// Notes what is wrong with a value.
  private mutating func note(_ value: OptionValue, _ problem: String) {
    problems.append("\(value.origin) \(JSONProblem.quoted(value.text)) \(problem)")
  }

  /// Notes that an option must not be given.
  private mutating func note(_ name: String, _ problem: String) {
    problems.append("\(options.first(name)?.origin ?? "--\(name)") \(problem)")
  }
}
