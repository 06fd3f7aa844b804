import Testing

@testable import Flow

@Suite("A boxed value") struct BoxedTests {
  private struct Letter: Sendable {
    @Boxed var lines: [String]
  }

  @Test func `is its own in each copy that changes it`() {
    let first = Letter(lines: ["Dear Anna"])
    var second = first
    second.lines.append("Yours, Bob")
    #expect(first.lines == ["Dear Anna"])
    #expect(second.lines == ["Dear Anna", "Yours, Bob"])
  }

  @Test func `is changed in place by its only owner`() {
    var boxed = Boxed(wrappedValue: [1, 2, 3])
    boxed.wrappedValue.reserveCapacity(64)
    let place = boxed.wrappedValue.withUnsafeBufferPointer { $0.baseAddress }
    for number in 4...40 { boxed.wrappedValue.append(number) }
    #expect(boxed.wrappedValue.withUnsafeBufferPointer { $0.baseAddress } == place)
    #expect(boxed.wrappedValue.count == 40)
  }

  @Test func `is as small as a reference`() {
    #expect(MemoryLayout<Boxed<Person>>.size == MemoryLayout<Int>.size)
    #expect(MemoryLayout<Person>.size > 100)
  }
}
