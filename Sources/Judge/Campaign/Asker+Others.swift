// What a campaign does to whoever else uses the emulator; said before it begins, and what is left of it afterwards.

extension Asker {
  /// What others meet until the campaign is over.
  ///
  /// - Parameters:
  ///   - emulator: the address of the sandbox.
  ///   - provider: whose logins are judged; `nil` where that is still to be chosen.
  ///   - isOfOneClient: true if the logins of one client alone count.
  package func warning(at emulator: String, judging provider: String?, ofOneClient isOfOneClient: Bool)
    -> String
  {
    let logins =
      isOfOneClient
      ? ""
      : "every login at \(provider ?? "the provider") may take a case of it, unless \(client) says whose is meant, and "
    let spared =
      isSandbox(emulator)
      ? "" : " Beside others, judge in a sandbox of its own: \(ownSandbox(at: emulator))"
    return """
      Until the campaign is over, \(logins)whoever else uses \(emulator) meets its keys, its discovery and its clock. \
      Keys and discovery are put back after each case; the clock stays ahead, and tokens keep the real time.\(spared)
      """
  }

  /// What it means that the clock was moved, and how it is put back.
  package static func clockStaysAhead(at emulator: String) -> String {
    "It stays there, because a clock that goes back would let live again what has run out; tokens keep the real time. "
      + "To put it back, with the end of all logins: eidolon ctl clock reset --server \(emulator)"
  }

  private var client: String {
    switch self {
    case .command: "--only-client ID"
    case .page: "the client under More"
    case .program: "client"
    }
  }

  private func ownSandbox(at emulator: String) -> String {
    let new = "eidolon ctl sandbox new judge"
    return switch self {
    case .command: "\(new), and --url \(emulator)/~judge"
    case .page: "\(new), and \(emulator)/~judge/judge"
    case .program: "PUT \(emulator)/~judge/_eidolon/sandbox"
    }
  }

  private func isSandbox(_ emulator: String) -> Bool {
    emulator.split(separator: "/").last?.hasPrefix("~") ?? false
  }
}
