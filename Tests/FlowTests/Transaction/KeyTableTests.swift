import Testing

@testable import Flow

@Suite struct `A table of keys` {
  @Test func `does what a dictionary does, through growth, replacement and removal`() {
    var table = KeyTable<Handle, Int32>()
    var dictionary: [String: Int32] = [:]
    // A small generator of its own, so that a failure repeats.
    var state: UInt64 = 0x2545_F491_4F6C_DD1D
    func next(_ limit: UInt64) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % limit)
    }
    for round in 0..<20_000 {
      let key = "handle-\(next(700))"
      if next(5) < 2 {
        #expect(table.remove(Handle(key)) == dictionary.removeValue(forKey: key))
      } else {
        #expect(
          table.set(Handle(key), to: Int32(round)) == dictionary.updateValue(Int32(round), forKey: key))
      }
      #expect(table.count == dictionary.count)
    }
    for number in 0..<700 {
      let key = "handle-\(number)"
      #expect(table[Handle(key)] == dictionary[key])
    }
    #expect(Set(table.keys.map(\.text)) == Set(dictionary.keys))
  }

  @Test func `tells keys apart that look alike where it looks`() {
    var table = KeyTable<Handle, Int>()
    // The last sixteen bytes and the eight in the middle are the same.
    let long = { (mark: String) in
      mark + String(repeating: "m", count: 99) + "0123456789abcdef"
    }
    let keys = [
      "", "a", "aa", "1234567", "12345678", "x12345678", "y12345678", long("a"), long("b"), long(""),
    ]
    for (number, key) in keys.enumerated() { #expect(table.set(Handle(key), to: number) == nil) }
    for (number, key) in keys.enumerated() { #expect(table[Handle(key)] == number) }
    #expect(table.count == keys.count)
  }

  @Test func `is empty at first, and may become empty again`() {
    var table = KeyTable<Int, Int>()
    #expect(table[1] == nil && table.remove(1) == nil && table.keys.isEmpty)
    for number in 0..<100 { table.set(number, to: -number) }
    #expect(table.keys.sorted() == Array(0..<100))
    for number in 0..<100 { #expect(table.remove(number) == -number) }
    #expect(table.count == 0 && table[5] == nil && table.keys.isEmpty)
    table.set(5, to: 6)
    #expect(table[5] == 6)
  }
}

@Suite struct `Where handles lead` {
  @Test func `is forgotten only by the place that they still lead to`() {
    var places = HandlePlaces()
    places.set("code", to: 1)
    places.set("code", to: 2)
    places.remove("code", from: 1)
    #expect(places["code"] == 2)
    places.remove("code", from: 2)
    #expect(places["code"] == nil)
  }
}
