import Testing

@testable import QR

@Suite struct `A picture of a symbol` {
  @Test(arguments: [1, 3, 8]) func `as PNG shows each module as a square`(_ scale: Int) throws {
    let symbol = try Symbol("bankid.67df3917", level: .medium)
    let picture = try Picture(symbol.png(scale: scale))
    let side = (symbol.size + 8) * scale
    #expect(picture.width == side && picture.height == side)
    for row in 0..<side {
      for column in 0..<side {
        let module = (column / scale - 4, row / scale - 4)
        let inside = (0..<symbol.size).contains(module.0) && (0..<symbol.size).contains(module.1)
        #expect(picture.isDark(column, row) == (inside && symbol[module.0, module.1]))
      }
    }
  }

  @Test func `as PNG is small`() throws {
    let symbol = try Symbol(String(repeating: "a", count: 150), level: .medium)
    #expect(symbol.png(scale: 8).count < 8000)
  }

  @Test func `as SVG draws each dark module once`() throws {
    let symbol = try Symbol("EIDOLON", level: .high)
    let svg = symbol.svg(label: "a label")
    #expect(svg.hasPrefix("<svg ") && svg.contains("aria-label=\"a label\""))
    #expect(svg.contains("viewBox=\"0 0 \(symbol.size + 8) \(symbol.size + 8)\""))
    var drawn = Grid(size: symbol.size)
    for run in svg.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
      let (column, row, length) = (Int(run.1) ?? 0, Int(run.2) ?? 0, Int(run.3) ?? 0)
      #expect(run.3 == run.4)
      for offset in 0..<length {
        #expect(!drawn[column - 4 + offset, row - 4])
        drawn[column - 4 + offset, row - 4] = true
      }
    }
    #expect(drawn == symbol.modules)
  }

  @Test func `is checked as PNG and zlib say`() {
    // PNG's well-known last chunk, and the example of Adler-32.
    #expect(Checksum.crc32(Array("IEND".utf8)) == 0xAE42_6082)
    #expect(Checksum.adler32(Array("Wikipedia".utf8)) == 0x11E6_0398)
  }

  @Test(arguments: [0, 1, 2, 3, 257, 258, 259, 600, 9_000])
  func `is compressed so that others can read it`(_ count: Int) throws {
    var chance = Chance(state: UInt64(count))
    for kind in [1, 3, 256] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0..<UInt8(clamping: kind), using: &chance) }
      #expect(try Inflate.bytes(of: Deflate.compress(bytes, lineLength: 97)) == bytes)
    }
  }
}
