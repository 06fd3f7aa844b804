import Testing

@testable import eidolon

@Suite struct `The options of serve` {
  private static let hosts = [
    ServeOptionsReader.RealHosts(title: "itsme", hosts: ["itsme.be", "sixdots.be"])
  ]

  private func read(_ arguments: [String], environment: [String: String] = [:]) throws(UsageFailure)
    -> ServeOptions
  {
    try ServeOptionsReader.read(
      OptionParser.parse(arguments, as: .serve, environment: environment), realHosts: Self.hosts)
  }

  private func problems(_ arguments: [String], environment: [String: String] = [:]) -> [String] {
    do { _ = try read(arguments, environment: environment) } catch { return error.problems }
    return []
  }

  @Test func `have safe defaults`() throws {
    let options = try read([])
    #expect(options.listen.map(\.description) == ["127.0.0.1:8080"])
    #expect(options.tls == TLSOptions())
    #expect(options.hasDefaults && options.scenarioFolders.isEmpty && options.clients.isEmpty)
    #expect(options.keys == .testKeys && options.seed == nil && options.log == .text)
    #expect(
      !options.settings.isStrict && !options.settings.isInteractive && options.settings.publicURL == nil)
    #expect(options.fetchAuthorities == nil && !options.fetchesInsecurely)
  }

  @Test func `are all read`() throws {
    let options = try read([
      "--listen", "*:80", "--listen", "[::1]:81", "--scenarios", "a", "--scenarios", "b", "--no-defaults",
      "--tls", "localhost:443", "--tls-name", "box.test", "--public-url",
      "HTTPS://Login.Example.test:8443/x/",
      "--keys", "keys", "--seed", "18446744073709551615", "--interactive", "--strict", "--log", "json",
      "--client", "itsme:A,redirect=http://a.test/cb", "--trust-proxy", "10.0.0.0/8", "--fetch-ca", "ca.pem",
      "--fetch-insecure", "--control", "127.0.0.1:9", "--control-token", "secret", "--control-host",
      "Box.Test",
      "--journal", "journal.ndjson", "--control-origin", "http://LOCALHOST:3000", "--journal-control",
    ])
    #expect(options.control?.description == "127.0.0.1:9" && options.journal == "journal.ndjson")
    #expect(options.settings.control.token == "secret" && options.settings.control.hosts == ["box.test"])
    #expect(
      options.settings.control.origins == ["http://localhost:3000"] && options.settings.control.isRecorded)
    #expect(options.listen.map(\.description) == ["*:80", "[::1]:81"])
    #expect(options.scenarioFolders == ["a", "b"] && !options.hasDefaults)
    #expect(options.tls.listen.map(\.description) == ["localhost:443"] && options.tls.names == ["box.test"])
    #expect(options.settings.publicURL == "https://Login.Example.test:8443/x")
    #expect(options.keys == .folder("keys") && options.seed == .max && options.log == .json)
    #expect(options.settings.isStrict && options.settings.isInteractive)
    #expect(options.clients.map(\.identifier) == ["A"])
    #expect(options.fetchAuthorities == "ca.pem" && options.fetchesInsecurely)
    #expect(try read(["--keys", "fresh"]).keys == .fresh)
  }

  @Test func `name the hosts of real services to answer under, which the certificate has too`() throws {
    let options = try read([
      "--serve-as", "E2e.Itsme.be", "--serve-as", "sixdots.be", "--tls", "localhost:443",
    ])
    #expect(options.settings.servedHosts == ["e2e.itsme.be", "sixdots.be"])
    #expect(options.tls.names == ["e2e.itsme.be", "sixdots.be"])
    for host in ["shop.test", "itsme.be.test", "*.itsme.be", "https://itsme.be", "10.0.0.1"] {
      #expect(
        problems(["--serve-as", host]) == [
          "--serve-as \"\(host)\" is not a host of a real service, such as bws.bioid.com; under any other name the emulator answers anyway"
        ])
    }
  }

  @Test(arguments: [
    (
      ["--control-origin", "localhost:3000", "--control-origin", "http://a.test/x"],
      [
        #"--control-origin "localhost:3000" is not an origin, such as http://localhost:3000"#,
        #"--control-origin "http://a.test/x" is not an origin, such as http://localhost:3000"#,
      ]
    ),
    (
      ["--client", "itsme:X,redirect=http://a.test/cb", "--client", "itsme:X,redirect=http://a.test/cb2"],
      [
        #"--client "itsme:X,redirect=http://a.test/cb2" gives services.EIDOLON_LOGIN.redirect_uris of itsme:X once more; put both into one option"#
      ]
    ),
    (
      ["--listen", "8080x"],
      [#"--listen "8080x" is not HOST:PORT, such as 127.0.0.1:8080, [::1]:8080 or *:8080"#]
    ),
    (
      ["--listen", "a:65536"],
      [#"--listen "a:65536" is not HOST:PORT, such as 127.0.0.1:8080, [::1]:8080 or *:8080"#]
    ),
    (["--tls", "::1:1"], [#"--tls "::1:1" is not HOST:PORT, such as 127.0.0.1:8080, [::1]:8080 or *:8080"#]),
    (["--tls-name", "x"], ["--tls-name needs --tls HOST:PORT, the address to serve https at"]),
    (
      ["--tls-cert", "c"],
      [
        "--tls-cert needs --tls HOST:PORT, the address to serve https at",
        "--tls-cert needs --tls-key FILE beside it",
      ]
    ),
    (["--tls", "a:1", "--tls-name", "a b"], [#"--tls-name "a b" is neither a host name nor an IP address"#]),
    (["--tls", "a:1", "--tls-key", "k"], ["--tls-key needs --tls-cert FILE beside it"]),
    (
      ["--tls", "a:1", "--tls-key", "k", "--tls-cert", "c", "--tls-name", "n"],
      ["--tls-name has no effect on a certificate of your own (--tls-cert)"]
    ),
    (
      ["--trust-proxy", "10.0.0.0/33"],
      [#"--trust-proxy "10.0.0.0/33" is not an address block, such as 10.0.0.0/8 or 127.0.0.1"#]
    ),
    (["--seed", "-1"], [#"--seed "-1" is not a whole number from 0 to 18446744073709551615"#]),
    (["--seed", "ten"], [#"--seed "ten" is not a whole number from 0 to 18446744073709551615"#]),
    (["--log", "jsn"], [#"--log: unknown form "jsn"; did you mean "json"?"#]),
    (["--log", "xml"], [#"--log: unknown form "xml"; known are text, json"#]),
    (
      ["--seed", "x", "--log", "y", "--listen", "z"],
      [
        #"--listen "z" is not HOST:PORT, such as 127.0.0.1:8080, [::1]:8080 or *:8080"#,
        #"--seed "x" is not a whole number from 0 to 18446744073709551615"#,
        #"--log: unknown form "y"; known are text, json"#,
      ]
    ),
  ])
  func `that are wrong are all named`(arguments: [String], expected: [String]) {
    #expect(problems(arguments) == expected)
  }

  @Test(arguments: ["http://y.example", "evil.com:80", "ok.example.", "*", "a b"])
  func `refuse a control host that no Host can be`(text: String) {
    let found = problems(["--control-host", text])
    #expect(
      found == [
        "--control-host \"\(text)\" is not a host name, such as eidolon.example, without scheme and port"
      ])
  }

  @Test func `fail on severities, the least one given, and on what nobody saw`() throws {
    #expect(try read([]).failOn == nil && !read([]).failsOnUnseen)
    #expect(try read(["--fail-on", "error", "--fail-on", "note"]).failOn == .note)
    let unseen = try read(["--fail-on", "unseen"])
    #expect(unseen.failOn == .error && unseen.failsOnUnseen)
    #expect(try read([], environment: ["EIDOLON_FAIL_ON": "warning,unseen"]).failOn == .warning)
    #expect(problems(["--fail-on", "unsen"]).first?.contains("unseen") == true)
  }

  @Test func `say how grave an unmet expectation is`() throws {
    #expect(try read([]).settings.unmetSeverity == .error)
    #expect(try read(["--expect", "warn"]).settings.unmetSeverity == .warning)
    #expect(problems(["--expect", "wrn"]).first?.contains("warn") == true)
  }

  @Test func `name the files of the report, whose ends say their forms`() throws {
    let options = try read(["--report", "out/a.xml", "--report", "b.sarif", "--report", "c.json"])
    #expect(options.reports.map(\.form) == [.junit, .sarif, .json])
    #expect(options.reports.map(\.path) == ["out/a.xml", "b.sarif", "c.json"])
    let environment = try read([], environment: ["EIDOLON_REPORT": "a.html, b.xml"])
    #expect(environment.reports.map(\.form) == [.html, .junit])
    #expect(
      problems(["--report", "report.txt", "--report", "out.xml/report"]) == [
        "--report \"report.txt\" has a name whose end says no form: .json, .html, .xml, .sarif",
        "--report \"out.xml/report\" has a name whose end says no form: .json, .html, .xml, .sarif",
      ])
    #expect(problems(["--report", "a.xml", "--report", "a.xml"]) == ["--report \"a.xml\" is given twice"])
  }

  @Test func `refuse a severity that there is not, and name the closest`() {
    #expect(
      problems(["--fail-on", "warn"]) == [
        "--fail-on: unknown severity \"warn\"; did you mean \"warning\"?"
      ])
  }

  @Test func `that are wrong in the environment are named after their variable`() {
    #expect(
      problems([], environment: ["EIDOLON_SEED": "x"])
        == [#"EIDOLON_SEED "x" is not a whole number from 0 to 18446744073709551615"#])
    #expect(
      problems([], environment: ["EIDOLON_TLS_NAME": "x"])
        == ["EIDOLON_TLS_NAME needs --tls HOST:PORT, the address to serve https at"])
  }

  @Test(arguments: [
    "ftp://a.test", "a.test", "http://", "http://user@a.test", "http://a.test/?q", "http://a.test/#f",
    "http://a.test:x",
    "http://a.test:70000", "http://[::1", "http://a b", "http://a\\b", "http://é.test",
  ])
  func `refuse a public URL that is none`(url: String) {
    #expect(problems(["--public-url", url]).count == 1)
    #expect(
      problems(["--public-url", url])[0].hasSuffix(
        "is not an http or https URL of a host, without query and fragment"))
  }

  @Test(arguments: ["https://itsme.be", "https://e2emerchant.itsme.be/oidc", "http://SIXDOTS.be.:80"])
  func `refuse a public URL of a real provider`(url: String) {
    #expect(
      problems(["--public-url", url])
        == [
          "--public-url \"\(url)\" is an address of the real itsme; the emulator never passes for a real provider. "
            + "Use a name of your own"
        ])
  }

  @Test(arguments: [("64MB", 64 << 20), ("1 gb", 1 << 30), ("2097152", 2 << 20), ("2048k", 2 << 20)])
  func `read how much is kept to be looked at`(text: String, bytes: Int) throws {
    #expect(try read(["--keep", text]).settings.keptBytes == bytes)
    #expect(try read([]).settings.keptBytes == 128 << 20)
  }

  @Test(arguments: ["lots", "1kB", "64XB", "-1MB", "99999999999999999999GB", "2000GB", "1.5GB"])
  func `refuse to keep what is no size`(text: String) {
    #expect(
      problems(["--keep", text]) == ["--keep \"\(text)\" is not a size of at least 1MB, such as 64MB or 1GB"])
  }

  @Test(arguments: [
    "http://localhost:8080", "https://itsme.localhost", "https://notitsme.be", "http://[::1]:80/a",
  ])
  func `take a public URL of one's own`(url: String) throws {
    #expect(try read(["--public-url", url]).settings.publicURL == url)
  }
}
