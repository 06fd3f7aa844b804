import Reference
import Testing

@testable import eidolon

@Suite struct `Help` {
  @Test func `has in its table of exit statuses each that the program returns, and no other`() throws {
    let settings = try #require(Reference.topic("settings")).text
    let section = try #require(settings.firstRange(of: "## Exit status\n")).upperBound
    let table = settings[section...].split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      .prefix { $0.hasPrefix("|") }
    let statuses = table.compactMap { Int32($0.split(separator: " ").dropFirst().first ?? "") }
    #expect(statuses == ExitStatus.allCases.map(\.rawValue))
  }

  @Test func `gives an overview`() {
    #expect(
      HelpText.overview.hasPrefix(
        """
        Eidolon stands in for the electronic-identity services that a relying party
        logs people in with. It is an emulator: no real identity is behind it.

        Usage: eidolon COMMAND [OPTION]…

          serve           runs the emulator
          judge           judges a relying party: one login after the other, each with
                          one thing wrong
          check           checks folders of scenarios and prints everything that is
                          wrong with them
          catalog         lists the words that scenarios may use: verbs, faults,
                          defects, quirks, lifetimes
          assertion       prints a signed client assertion for a token request
                          (private_key_jwt)
          request-object  prints a signed request object for an authorize call
          decode          prints what a JWS or JWE says, and verifies it
          ctl             steers a running server through its control plane
          mcp             lets coding agents ask a running server what their client did,
                          and steer it (MCP)
          health          asks a running server whether it is well
          version         prints the version
          help            explains a command, or prints a page of the reference

        "eidolon help COMMAND" explains a command. To begin: eidolon serve

        The reference, printed by "eidolon help TOPIC" and shown at /docs:


        """))
    for topic in ["scenarios        What a person does", "itsme            itsme® as it was in 2018"] {
      #expect(HelpText.overview.contains("\n  \(topic)"))
    }
  }

  @Test func `explains a command with its options and notes`() {
    #expect(
      HelpText.text(of: .decode) == """
        eidolon decode: prints what a JWS or JWE says, and verifies it.

        Usage: eidolon decode [OPTION]… [FILE]

          --key FILE  (repeatable)
              Verifies and decrypts with the keys of this file too. The emulator's test
              keys are always tried.
          --secret TEXT
              The client's secret: it verifies HS256, and its SHA-256 decrypts dir
              (OpenID Connect Core §10.2).

        Without FILE the token is read from standard input.

        A key file is PEM, a JWK or a JWK Set.

        Exit status: 0 when every signature verifies, 1 when one does not, nothing
        decrypts it or it is not a token.

        """)
  }

  @Test func `says how the environment is read where it is`() {
    let text = HelpText.text(of: .serve)
    #expect(
      text.hasSuffix(
        """
        Each option is also an environment variable, such as EIDOLON_PUBLIC_URL for
        --public-url and EIDOLON_STRICT=true for --strict. Repeated values are separated
        by commas (EIDOLON_CLIENT by ";", since its values hold commas). The command
        line wins.

        """))
    #expect(!HelpText.text(of: .check).contains("environment variable"))
  }

  @Test func `lists the actions of ctl, and explains each with its exit statuses in sight`() {
    let overview = HelpText.text(of: .ctl)
    #expect(overview.contains("Usage: eidolon ctl ACTION [ARGUMENT]… [OPTION]…\n"))
    #expect(overview.contains("4 when the\nserver does not answer, 5 when it refuses."))
    for action in CtlAction.all {
      #expect(overview.contains("\n  \(action.name) "), "\(action.name)")
      let text = HelpText.text(of: action)
      #expect(text.hasPrefix("eidolon ctl \(action.name): "))
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(action.name)")
      #expect(text.contains("EIDOLON_SERVER"))
    }
  }

  @Test(arguments: Command.allCases) func `names every option and fits a terminal`(command: Command) {
    let text = HelpText.text(of: command)
    for option in command.form.options { #expect(text.contains("  \(option.flag)")) }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(text.hasPrefix("eidolon \(command.rawValue): "))
  }
}
