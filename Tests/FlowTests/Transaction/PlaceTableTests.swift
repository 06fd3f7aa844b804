import Testing

@testable import Flow

@Suite struct `A table of places` {
  @Test func `does what a dictionary does, through growth, replacement and removal`() {
    var table = PlaceTable()
    var dictionary: [UInt32: Int] = [:]
    // A small generator of its own, so that a failure repeats.
    var state: UInt64 = 0x2545_F491_4F6C_DD1D
    func next(_ limit: UInt64) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % limit)
    }
    func find(_ key: UInt32) -> Int? { table.place(of: Mark(key)) { $0 >> 16 == Int(key) } }
    for round in 0..<20_000 {
      let key = UInt32(next(700))
      if let known = dictionary[key], next(5) < 3 {
        #expect(find(key) == known)
        table.remove(known, of: Mark(key))
        dictionary[key] = nil
        #expect(find(key) == nil)
      } else if dictionary[key] == nil {
        let place = Int(key) << 16 | round & 0xFFFF
        table.add(place, for: Mark(key))
        dictionary[key] = place
      }
      #expect(table.count == dictionary.count)
    }
    for key in 0..<700 { #expect(find(UInt32(key)) == dictionary[UInt32(key)]) }
  }

  @Test func `asks of each place whose key has the mark`() {
    var table = PlaceTable()
    let mark = Mark(7)
    for place in 1...20 { table.add(place, for: mark) }
    var asked: [Int] = []
    #expect(
      table.place(of: mark) {
        asked.append($0); return $0 == 13
      } == 13)
    #expect(asked.last == 13 && Set(asked).count == asked.count)
    table.remove(13, of: mark)
    #expect(table.place(of: mark) { $0 == 13 } == nil && table.count == 19)
  }

  @Test func `removes nothing that does not stand there`() {
    var table = PlaceTable()
    table.remove(1, of: Mark(1))
    #expect(table.count == 0 && table.place(of: Mark(1)) { _ in true } == nil)
    table.add(1, for: Mark(1))
    table.remove(2, of: Mark(1))
    table.remove(1, of: Mark(2))
    #expect(table.count == 1 && table.place(of: Mark(1)) { _ in true } == 1)
  }

  @Test func `takes the largest place that fits`() {
    var table = PlaceTable()
    let place = Int(UInt32.max)
    table.add(place, for: Mark(.max))
    #expect(table.place(of: Mark(.max)) { _ in true } == place)
    table.remove(place, of: Mark(.max))
    #expect(table.count == 0)
  }
}

@Suite struct `The marks of ordinals` {
  @Test func `differ for those that may be open at once, and leave gaps between them`() {
    let first = 1_234_567
    let homes = Set((first..<first + 50_000).map { Int(Mark(ordinal: $0).bits) & (1 << 17 - 1) })
    #expect(homes.count == 50_000)
    var (row, longest) = (0, 0)
    for home in 0..<1 << 17 {
      row = homes.contains(home) ? row + 1 : 0
      longest = max(longest, row)
    }
    #expect(longest <= 64)
  }
}

@Suite struct `A handle` {
  @Test func `has a mark that nobody foresees who does not know the seed`() {
    #expect(Handle("code", seed: 1).mark == Handle("code", seed: 1).mark)
    #expect(Handle("code", seed: 1).mark != Handle("code", seed: 2).mark)
  }

  @Test func `has a mark for every length`() {
    let texts = ["", "a", "aa", "1234567", "12345678", "x12345678", String(repeating: "m", count: 99)]
    #expect(Set(texts.map { Handle($0, seed: 3).mark }).count == texts.count)
  }
}
