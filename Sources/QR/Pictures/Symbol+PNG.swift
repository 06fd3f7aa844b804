extension Symbol {
  /// A PNG picture of one bit a pixel, with the quiet zone.
  ///
  /// - Parameter scale: pixels on a side of a module, 1 to 32.
  package func png(scale: Int = 6) -> [UInt8] {
    let scale = min(max(scale, 1), 32)
    let side = (size + 2 * QR.quietZone) * scale
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Width, height, one bit a pixel, grey, and the only compression, filtering and no interlacing (PNG §11.2.1).
    file.append(chunk: "IHDR", bigEndian(side) + bigEndian(side) + [1, 0, 0, 0, 0])
    file.append(chunk: "IDAT", zlib(scanlines(scale: scale), lineLength: (side + 7) / 8 + 1))
    file.append(chunk: "IEND", [])
    return file
  }

  /// The picture's lines, each behind its filter type 0; a set bit is white.
  private func scanlines(scale: Int) -> [UInt8] {
    let modules = size + 2 * QR.quietZone
    let lineLength = (modules * scale + 7) / 8
    var lines: [UInt8] = []
    lines.reserveCapacity((lineLength + 1) * modules * scale)
    for row in 0..<modules {
      var line = [UInt8](repeating: 0xFF, count: lineLength)
      for column in 0..<modules where isDark(column - QR.quietZone, row - QR.quietZone) {
        for pixel in column * scale..<(column + 1) * scale {
          line[pixel / 8] &= ~(0x80 >> UInt8(pixel % 8))
        }
      }
      for _ in 0..<scale { lines += [0] + line }
    }
    return lines
  }

  private func isDark(_ column: Int, _ row: Int) -> Bool {
    (0..<size).contains(column) && (0..<size).contains(row) && self[column, row]
  }

  /// RFC 1950 §2.2.
  private func zlib(_ bytes: [UInt8], lineLength: Int) -> [UInt8] {
    [0x78, 0x01] + Deflate.compress(bytes, lineLength: lineLength) + bigEndian(Int(Checksum.adler32(bytes)))
  }
}

extension [UInt8] {
  /// Length, type, content, and the check of the last two (PNG §5.3).
  fileprivate mutating func append(chunk type: String, _ content: [UInt8]) {
    let checked = Array(type.utf8) + content
    self += bigEndian(content.count) + checked + bigEndian(Int(Checksum.crc32(checked)))
  }
}

/// The low four bytes.
private func bigEndian(_ number: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}
