import Testing

@testable import Judge

@Suite struct `Whoever asks for a campaign` {
  private let root = "http://localhost:8080"

  @Test(arguments: [
    (Asker.command, "unless --only-client ID says", "and --url http://localhost:8080/~judge"),
    (.page, "unless the client under More says", "and http://localhost:8080/~judge/judge"),
    (.program, "unless client says", "PUT http://localhost:8080/~judge/_eidolon/sandbox"),
  ])
  func `is told in words of its own what others meet, and how they are spared`(
    asker: Asker, client: String, sandbox: String
  ) {
    let told = asker.warning(at: root, judging: "itsme", ofOneClient: false)
    #expect(told.contains("every login at itsme may take a case of it, \(client)"))
    #expect(told.contains("whoever else uses \(root) meets its keys, its discovery and its clock"))
    #expect(told.hasSuffix(sandbox))
  }

  @Test func `is told less where one client is judged, or in a sandbox of its own`() {
    let told = Asker.command.warning(at: "\(root)/~t1", judging: "itsme", ofOneClient: true)
    #expect(told.hasPrefix("Until the campaign is over, whoever else uses \(root)/~t1 meets its keys"))
    #expect(told.hasSuffix("tokens keep the real time."))
  }
}
