import Testing

@testable import Flow

@Suite struct `An environment's identifiers` {
  /// A keyed mixing function, good enough to stand in for the keyed hash of production.
  private func environment(seed: UInt64) -> Environment {
    Environment(clock: SandboxClock(wall: { Instant(seconds: 0) })) { input in
      var output: [UInt8] = []
      for lane in 0..<4 {
        var state = seed &+ UInt64(lane) &* 0x9E37_79B9_7F4A_7C15
        for byte in input {
          state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
          state ^= state >> 29
        }
        for shift in [30, 27, 31] as [UInt64] {
          state = (state ^ (state >> shift)) &* 0xBF58_476D_1CE4_E5B9
        }
        output += (0..<8).map { UInt8(truncatingIfNeeded: state >> (8 * UInt64($0))) }
      }
      return output
    }
  }

  @Test func `repeat with the same seed, ordinal and purpose, and differ else`() {
    func code(_ seed: UInt64, _ ordinal: Int, _ purpose: String) -> String {
      environment(seed: seed).identifier(
        length: 36, from: .lowercaseAlphanumeric, ordinal: ordinal, purpose: purpose)
    }
    #expect(code(1, 1, "code") == code(1, 1, "code"))
    #expect(
      Set([code(1, 1, "code"), code(2, 1, "code"), code(1, 2, "code"), code(1, 1, "token")]).count == 4)
  }

  @Test func `have exactly the letters and the length asked for`() {
    for alphabet in [Alphabet.lowercaseAlphanumeric, .base64URL, .hexadecimal, Alphabet("x")] {
      for length in [0, 1, 16, 36, 500] {
        let text = environment(seed: 7).identifier(length: length, from: alphabet, ordinal: 3, purpose: "p")
        #expect(text.utf8.count == length)
        #expect(text.utf8.allSatisfy(alphabet.letters.contains))
      }
    }
  }

  @Test func `use every letter equally often`() {
    // 36 does not divide 256, so taking bytes modulo 36 would favour the first four letters by an eighth.
    var counts: [UInt8: Int] = [:]
    let environment = environment(seed: 11)
    let total = 36 * 5_000
    for ordinal in 0..<(total / 100) {
      let text = environment.identifier(
        length: 100, from: .lowercaseAlphanumeric, ordinal: ordinal, purpose: "u")
      for letter in text.utf8 { counts[letter, default: 0] += 1 }
    }
    #expect(counts.count == 36)
    let squares = counts.values.reduce(0.0) { $0 + Double(($1 - 5_000) * ($1 - 5_000)) / 5_000 }
    // Chi-squared with 35 degrees of freedom is above 80 once in 25 000 runs; the seed is fixed, so never here.
    #expect(squares < 80)
  }

  @Test(arguments: [0, 9, 10, 99, 100, 1_234_567_890_123, Int.max, -1])
  func `hash the ordinal, the purpose and the block in decimal digits`(ordinal: Int) {
    let environment = Environment(clock: SandboxClock(wall: { Instant(seconds: 0) })) { input in
      input + [UInt8](repeating: 0, count: 64 - input.count)
    }
    let bytes = environment.bytes(13 * 64, ordinal: ordinal, purpose: "p")
    for block in [0, 1, 9, 10, 12] {
      let text = String(decoding: bytes[(block * 64)...].prefix { $0 != 0 }, as: UTF8.self)
      #expect(text == "\(ordinal)/p/\(block)")
    }
  }

  @Test func `come from bytes of any count that begin alike`() {
    let environment = environment(seed: 5)
    let long = environment.bytes(100, ordinal: 1, purpose: "p")
    #expect(long.count == 100)
    #expect(environment.bytes(10, ordinal: 1, purpose: "p") == Array(long.prefix(10)))
    #expect(environment.bytes(0, ordinal: 1, purpose: "p") == [])
  }
}
