extension CommandForm {
  static let judge = CommandForm(
    summary: "judges a relying party: one login after the other, each with one thing wrong",
    options: [
      Option("provider", "NAME", "The provider that the relying party uses."),
      Option(
        "start-url", "URL", "Where a browser begins to log in. The judge plays the browser, without script."),
      Option(
        "profile-url", "URL", "What only somebody who is logged in can open. Default: --start-url again."),
      Option(
        "second", "PROVIDER=URL",
        "Where the same relying party begins to log in with another provider, for cases that mix up two."),
      Option(
        "command", "CMD",
        "Runs a test that logs in once, instead: in a shell, with EIDOLON_URL, EIDOLON_CASE and EIDOLON_PERSON. Its exit "
          + "status says what came of it."),
      Option(
        "wait",
        "Waits for logins that somebody else begins, and for what is said of them (ctl saw, or the page)."),
      Option("only-client", "ID", "Only this client's logins."),
      Option(
        "in", "WHAT=VALUE", isRepeatable: true,
        "What somebody who is logged in sees: status=200, path=/home, text=Welcome, title=Home, cookie=sid or exit=0; "
          + "with profile: in front at the profile. Default: learned from two logins."),
      Option("out", "WHAT=VALUE", isRepeatable: true, "What somebody sees who is not."),
      Option("host", "NAME", isRepeatable: true, "A further host that the browser may go to."),
      Option("only", "CASE", isRepeatable: true, "Only these cases or families; * stands for anything."),
      Option("skip", "CASE", isRepeatable: true, "Not these."),
      Option("level", "must|should", "With must without the cases that only should be so. Default: should."),
      Option("case-timeout", "DURATION", "How long a login may take. Default: 10s, and 60s for --command."),
      Option("resume", "FILE", "Keeps the results of this JSON report, and what was learned."),
      Option("report", "FILE", isRepeatable: true, "Writes a report: .html, .json, .xml (JUnit) or .sarif."),
      Option(
        "list", "Prints the cases: provider, case, right, clause, names elsewhere; of --provider if given."),
      Option("json", "With --list: as JSON."),
      Option(
        "url", "URL",
        "The running emulator that the relying party is configured with, a sandbox's with its /~NAME. Default: one is "
          + "started here for as long as it takes."),
      .token, .authorities,
    ],
    borrowed: ofOwnEmulator, readsEnvironment: true,
    variables: Set(["url", "token"] + ofOwnEmulator.map(\.name)),
    notes: [
      "To begin: eidolon judge --provider itsme --start-url http://localhost:3000/login",
      "\"eidolon judge --list\" prints the cases; docs/judge.md, at /docs/judge of a running emulator, tells the rest.",
      "Exit status: 0 when no case failed and one passed or warned, 3 when the relying party failed one, 2 when it was "
        + "called wrongly, 4 when nothing could be judged, results were taken back, or it did not come to its end.",
    ])

  /// Options of the emulator that the command starts, so that the relying party finds it as configured.
  private static let ofOwnEmulator = CommandForm.serve.options.filter { !ofServeAlone.contains($0.name) }

  /// About the end of a run, other replicas and a separate control plane; `report` is a campaign's here.
  private static let ofServeAlone: Set = ["report", "fail-on", "expect", "peers", "control"]
}
