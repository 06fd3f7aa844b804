import Testing

@testable import eidolon

@Suite struct `A command line` {
  private func text(_ arguments: String...) -> String {
    do {
      return "\(try Invocation.parse(arguments, environment: [:]))"
    } catch {
      return error.text
    }
  }

  private func topic(_ arguments: String...) throws -> Command?? {
    guard case .help(let command) = try Invocation.parse(arguments, environment: [:]) else { return nil }
    return .some(command)
  }

  @Test func `without a command says so`() {
    #expect(text() == "eidolon: a command is missing\n\"eidolon help\" explains.\n")
  }

  @Test func `with an unknown command names the closest, or all`() {
    #expect(
      text("serv")
        == "eidolon: unknown command \"serv\"; did you mean \"serve\"?\n\"eidolon help\" explains.\n")
    #expect(
      text("frobnicate")
        == """
        eidolon: unknown command "frobnicate"; known are serve, judge, check, catalog, assertion, request-object, \
        decode, ctl, mcp, health, version, help
        "eidolon help" explains.

        """)
    #expect(
      text("help", "chekc")
        == "eidolon: unknown command or topic \"chekc\"; did you mean \"check\"?\n\"eidolon help\" explains.\n"
    )
  }

  @Test func `with an option before the command says where it belongs`() {
    #expect(
      text("--listen=x:1")
        == "eidolon: options come after their command: eidolon serve --listen=x:1\n\"eidolon help\" explains.\n"
    )
    #expect(
      text("--versoin")
        == "eidolon: unknown option \"--versoin\"; did you mean \"--version\"?\n\"eidolon help\" explains.\n")
  }

  @Test func `names the command that an error is about`() {
    #expect(
      text("serve", "--lisen", "x:1")
        == "eidolon serve: unknown option \"--lisen\"; did you mean \"--listen\"?\n\"eidolon help serve\" explains.\n"
    )
  }

  @Test func `asks for help in every usual way`() throws {
    #expect(try topic("--help") == .some(nil))
    #expect(try topic("-h") == .some(nil))
    #expect(try topic("help") == .some(nil))
    #expect(try topic("help", "serve") == .some(.serve))
    #expect(try topic("serve", "--nonsense", "--help") == .some(.serve))
    #expect(try topic("decode", "-h") == .some(.decode))
  }

  @Test func `asks for the version`() throws {
    guard case .run(.version, _) = try Invocation.parse(["--version"], environment: [:]) else {
      Issue.record("--version must be the command version")
      return
    }
  }
}
