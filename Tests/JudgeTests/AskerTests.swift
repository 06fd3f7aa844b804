import Testing

@testable import Judge

@Suite struct `Whoever asks for a campaign` {
  private let root = "http://localhost:8080"

  @Test(arguments: [
    (Asker.command, "name yours with --only-client ID", "and --url http://localhost:8080/~judge"),
    (.page, "name your client under More", "and http://localhost:8080/~judge/judge"),
    (.program, "name yours as client", "PUT http://localhost:8080/~judge/_eidolon/sandbox"),
  ])
  func `is told in words of its own what others meet, and how they are spared`(
    asker: Asker, client: String, sandbox: String
  ) {
    let told = asker.warning(at: root, judging: "itsme", ofOneClient: false)
    #expect(told.contains("other logins at itsme may be given a faulty answer; \(client) to spare them."))
    #expect(told.contains("Keys and discovery of \(root) change for everybody; they are restored"))
    #expect(told.hasSuffix(sandbox))
  }

  @Test func `is told less where one client is judged, or in a sandbox of its own`() {
    let told = Asker.command.warning(at: "\(root)/~t1", judging: "itsme", ofOneClient: true)
    #expect(told.hasPrefix("While this runs, keys and discovery of \(root)/~t1 change"))
    #expect(told.hasSuffix("tokens keep the real time."))
  }
}
