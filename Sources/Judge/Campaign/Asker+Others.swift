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
    let keys =
      isOfOneClient
      ? "keys"
      : "other logins at \(provider ?? "the provider") may be given a faulty answer; \(client) to spare them. Keys"
    let spared =
      isSandbox(emulator)
      ? "" : " Beside others, judge in a sandbox of its own: \(ownSandbox(at: emulator))"
    return """
      While this runs, \(keys) and discovery of \(emulator) change for everybody; they are restored after each case. \
      The clock is not: it stays ahead, while tokens keep the real time.\(spared)
      """
  }

  /// What it means that the clock was moved, and how it is put back.
  package static func clockStaysAhead(at emulator: String) -> String {
    "It stays there, because a clock that goes back would let live again what has run out; tokens keep the real time. "
      + "To put it back, with the end of all logins: eidolon ctl clock reset --server \(emulator)"
  }

  /// How to keep the logins of others out of a campaign.
  var alone: String { "\(client), or judge where nobody else logs in" }

  private var client: String {
    switch self {
    case .command: "name yours with --only-client ID"
    case .page: "name your client under More"
    case .program: "name yours as client"
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
