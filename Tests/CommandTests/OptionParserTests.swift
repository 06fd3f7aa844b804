import Testing

@testable import eidolon

@Suite struct `Options` {
  private static let form = CommandForm(
    summary: "does things",
    options: [
      Option("listen", "HOST:PORT", isRepeatable: true, "Listens."),
      Option("client", "ID", isRepeatable: true, separator: ";", "A client."),
      Option("seed", "N", "A seed."),
      Option("strict", "Strict."),
      Option("trust-proxy", "CIDR", isRepeatable: true, "Trusts."),
    ],
    readsEnvironment: true)

  private func parse(
    _ arguments: [String], environment: [String: String] = [:], as form: CommandForm = form
  ) throws(UsageFailure) -> ParsedOptions {
    try OptionParser.parse(arguments, as: form, environment: environment)
  }

  private func problems(
    _ arguments: [String], environment: [String: String] = [:], as form: CommandForm = form
  ) -> [String] {
    do { _ = try parse(arguments, environment: environment, as: form) } catch { return error.problems }
    return []
  }

  @Test func `take their value behind a blank or an equals sign`() throws {
    let parsed = try parse(["--seed", "7", "--listen=127.0.0.1:1", "--listen", "[::1]:2", "--strict"])
    #expect(parsed.first("seed")?.text == "7")
    #expect(parsed.all("listen").map(\.text) == ["127.0.0.1:1", "[::1]:2"])
    #expect(parsed.isOn("strict"))
    #expect(!parsed.isGiven("trust-proxy"))
  }

  @Test func `take a value that begins with one dash, and one with two behind an equals sign`() throws {
    #expect(try parse(["--seed", "-5m"]).first("seed")?.text == "-5m")
    #expect(try parse(["--seed=--x"]).first("seed")?.text == "--x")
  }

  @Test func `end at two dashes`() throws {
    let form = CommandForm(summary: "", operands: "DIR…", operandCount: 1 ... .max, options: [.noDefaults])
    let parsed = try parse(["a", "--", "--no-defaults", "-"], as: form)
    #expect(parsed.operands == ["a", "--no-defaults", "-"])
    #expect(!parsed.isOn("no-defaults"))
  }

  @Test(arguments: [
    (["--lisen", "x:1"], [#"unknown option "--lisen"; did you mean "--listen"?"#]),
    (["--trust-proxi=10.0.0.0/8"], [#"unknown option "--trust-proxi"; did you mean "--trust-proxy"?"#]),
    (["--frobnicate"], [#"unknown option "--frobnicate""#]),
    (["-strict"], [#"unknown option "-strict"; options have two dashes: --strict"#]),
    (["-x"], [#"unknown option "-x""#]),
    (["--hepl"], [#"unknown option "--hepl"; did you mean "--help"?"#]),
    (["--listen"], ["--listen needs a value: --listen HOST:PORT"]),
    (["--listen", "--strict"], ["--listen needs a value: --listen HOST:PORT"]),
    (["--seed="], ["--seed needs a value: --seed N"]),
    (["--strict=yes"], ["--strict does not accept a value"]),
    (["--seed", "1", "--seed", "2"], ["--seed is given twice"]),
    (["serve"], [#""serve" is not expected here"#]),
    (
      ["--sede", "1", "--stirct", "--listen"],
      [
        #"unknown option "--sede"; did you mean "--seed"?"#,
        #"unknown option "--stirct"; did you mean "--strict"?"#,
        "--listen needs a value: --listen HOST:PORT",
      ]
    ),
  ])
  func `that are wrong are all named, with what was probably meant`(arguments: [String], expected: [String]) {
    #expect(problems(arguments) == expected)
  }

  @Test func `miss an operand`() {
    let form = CommandForm(summary: "", operands: "DIR…", operandCount: 1 ... .max)
    #expect(problems([], as: form) == ["DIR is missing"])
  }

  @Test func `are read from the environment too`() throws {
    let environment = [
      "EIDOLON_LISTEN": "127.0.0.1:1, [::1]:2", "EIDOLON_TRUST_PROXY": "10.0.0.0/8", "EIDOLON_STRICT": "true",
      "EIDOLON_CLIENT": "itsme:A,redirect=http://a/;itsme:B,redirect=http://b/", "EIDOLON_SEED": "9",
    ]
    let parsed = try parse([], environment: environment)
    #expect(parsed.all("listen").map(\.text) == ["127.0.0.1:1", "[::1]:2"])
    #expect(parsed.all("trust-proxy").map(\.origin) == ["EIDOLON_TRUST_PROXY"])
    #expect(parsed.all("client").map(\.text) == ["itsme:A,redirect=http://a/", "itsme:B,redirect=http://b/"])
    #expect(parsed.first("seed") == OptionValue(text: "9", origin: "EIDOLON_SEED"))
    #expect(parsed.isOn("strict"))
  }

  @Test func `on the command line replace all values of the environment`() throws {
    let parsed = try parse(
      ["--listen", "a:1"], environment: ["EIDOLON_LISTEN": "b:2,c:3", "EIDOLON_SEED": "4"])
    #expect(parsed.all("listen") == [OptionValue(text: "a:1", origin: "--listen")])
    #expect(parsed.first("seed")?.text == "4")
  }

  @Test func `that are empty in the environment are not given`() throws {
    let parsed = try parse([], environment: ["EIDOLON_LISTEN": "", "EIDOLON_STRICT": "", "EIDOLON_SEED": ""])
    #expect(!parsed.isGiven("listen") && !parsed.isGiven("strict") && !parsed.isGiven("seed"))
  }

  @Test(arguments: [("1", true), ("yes", true), ("ON", true), ("0", false), ("false", false), ("no", false)])
  func `that are switches take yes and no from the environment`(text: String, isOn: Bool) throws {
    #expect(try parse([], environment: ["EIDOLON_STRICT": text]).isOn("strict") == isOn)
  }

  @Test func `that are switches refuse other words from the environment`() {
    #expect(
      problems([], environment: ["EIDOLON_STRICT": "maybe"])
        == [#"EIDOLON_STRICT is "maybe"; expected true or false"#])
  }

  @Test func `of commands without variables leave the environment alone`() throws {
    var form = Self.form
    form.readsEnvironment = false
    #expect(try !parse([], environment: ["EIDOLON_SEED": "9"], as: form).isGiven("seed"))
  }

  @Test(arguments: Command.allCases) func `of every command have different names`(command: Command) {
    let names = command.form.options.map(\.name)
    #expect(Set(names).count == names.count)
  }
}

@Suite struct `The environment` {
  @Test func `has values for variables of ours alone, and of two of one name the first`() {
    let entries = [
      "PATH=/bin", "EIDOLON_SEED=1", "EIDOLON_SEED=2", "EIDOLON_PUBLIC_URL=http://a/?b=c", "EIDOLON_LOG=",
      "EIDOLON_STRICT", "eidolon_listen=x",
    ]
    #expect(
      ProcessEnvironment.values(in: entries) == [
        "EIDOLON_SEED": "1", "EIDOLON_PUBLIC_URL": "http://a/?b=c", "EIDOLON_LOG": "",
      ])
  }

  @Test func `has names that are almost ours, and others that are nobody's mistake`() {
    let names = [
      "EIDOLON_LISTN", "EIDOLON_PUBLICURL", "EIDOLON_LISTEN", "EIDOLON_SERVICE_HOST", "EIDOLON_PORT", "PATH",
    ]
    #expect(
      ProcessEnvironment.misspelt(among: names) == [
        "the environment variable EIDOLON_LISTN says nothing; did you mean EIDOLON_LISTEN?",
        "the environment variable EIDOLON_PUBLICURL says nothing; did you mean EIDOLON_PUBLIC_URL?",
      ])
  }
}
