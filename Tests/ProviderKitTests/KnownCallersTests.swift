import ProviderKit
import Testing

@Suite struct `Callers that are known by what they sent` {
  private func bytes(_ text: String) -> ArraySlice<UInt8> { Array("Authorization: \(text)".utf8)[15...] }

  @Test func `are found by the same bytes and no others`() {
    let callers = KnownCallers<String>()
    #expect(callers.find(bytes("Basic a"), version: 1) == nil)
    callers.keep("anna", for: bytes("Basic a"), version: 1)
    callers.keep("bob", for: bytes("Basic b"), version: 1)
    #expect(callers.find(bytes("Basic a"), version: 1) == "anna")
    #expect(callers.find(bytes("Basic b"), version: 1) == "bob")
    for other in ["Basic A", "Basic ", "Basic aa", "basic a", ""] {
      #expect(callers.find(bytes(other), version: 1) == nil)
    }
  }

  @Test func `are forgotten with the version of the world`() {
    let callers = KnownCallers<String>()
    callers.keep("anna", for: bytes("a"), version: 1)
    #expect(callers.find(bytes("a"), version: 2) == nil)
    callers.keep("bob", for: bytes("b"), version: 2)
    #expect(callers.find(bytes("a"), version: 2) == nil)
    #expect(callers.find(bytes("b"), version: 2) == "bob")
    #expect(callers.find(bytes("b"), version: 1) == nil)
  }

  @Test func `are few: the oldest goes first`() {
    let callers = KnownCallers<Int>()
    for number in 0..<100 { callers.keep(number, for: bytes("\(number)"), version: 1) }
    let known = (0..<100).filter { (number: Int) in
      callers.find(bytes("\(number)"), version: 1) == number
    }
    #expect(known == Array(92..<100))
  }
}
