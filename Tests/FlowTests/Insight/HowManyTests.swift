import Testing

@testable import Flow

@Suite struct `How many` {
  @Test func `says one of something, and several, as people do`() {
    #expect([0, 1, 2].map { $0.counted("login") } == ["0 logins", "1 login", "2 logins"])
    #expect([1, 2].map { $0.counted("line was", "lines were") } == ["1 line was", "2 lines were"])
    #expect([1, 2].map(\.times) == ["once", "2 times"])
  }
}
