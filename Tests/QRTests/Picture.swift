import Testing

@testable import QR

/// A PNG picture read the way its specification says, checks included.
struct Picture {
  let width: Int
  let height: Int
  private let lines: [ArraySlice<UInt8>]

  init(_ file: [UInt8]) throws {
    try #require(file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    var chunks: [String: [UInt8]] = [:]
    var offset = 8
    while offset < file.count {
      let length = number(file[offset..<offset + 4])
      let checked = file[offset + 4..<offset + 8 + length]
      try #require(
        number(file[offset + 8 + length..<offset + 12 + length]) == Int(Checksum.crc32(Array(checked))))
      chunks[String(decoding: checked.prefix(4), as: UTF8.self)] = Array(checked.dropFirst(4))
      offset += 12 + length
    }
    let header = try #require(chunks["IHDR"])
    let data = try #require(chunks["IDAT"])
    _ = try #require(chunks["IEND"])
    try #require(Array(header[8...]) == [1, 0, 0, 0, 0])
    let (width, height) = (number(header[0..<4]), number(header[4..<8]))
    try #require(data.starts(with: [0x78, 0x01]))
    let pixels = try Inflate.bytes(of: Array(data.dropFirst(2).dropLast(4)))
    try #require(number(data.suffix(4)) == Int(Checksum.adler32(pixels)))
    let lineLength = (width + 7) / 8 + 1
    try #require(pixels.count == lineLength * height)
    (self.width, self.height) = (width, height)
    lines = try (0..<height).map { row in
      try #require(pixels[row * lineLength] == 0)
      return pixels[row * lineLength + 1..<(row + 1) * lineLength]
    }
  }

  func isDark(_ column: Int, _ row: Int) -> Bool {
    let line = lines[row]
    return line[line.startIndex + column / 8] & (0x80 >> UInt8(column % 8)) == 0
  }
}

private func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

/// Reads one block of fixed codes, straight from the tables of RFC 1951 §3.2.5 and §3.2.6.
struct Inflate {
  private let input: [UInt8]
  private var position = 0

  static func bytes(of input: [UInt8]) throws -> [UInt8] {
    var reader = Inflate(input: input)
    return try reader.read()
  }

  private static let lengths: [(Int, Int)] = [
    (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1), (17, 1),
    (19, 2), (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4), (83, 4), (99, 4),
    (115, 4), (131, 5), (163, 5), (195, 5), (227, 5), (258, 0),
  ]
  private static let distances: [(Int, Int)] = [
    (1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (7, 1), (9, 2), (13, 2), (17, 3), (25, 3), (33, 4), (49, 4),
    (65, 5), (97, 5), (129, 6), (193, 6), (257, 7), (385, 7), (513, 8), (769, 8), (1025, 9), (1537, 9),
    (2049, 10), (3073, 10), (4097, 11), (6145, 11), (8193, 12), (12289, 12), (16385, 13), (24577, 13),
  ]

  private mutating func read() throws -> [UInt8] {
    var output: [UInt8] = []
    try #require(plain(3) == 0b011)
    while true {
      let symbol = try symbol()
      if symbol == 256 { break }
      guard symbol > 256 else {
        output.append(UInt8(symbol))
        continue
      }
      let (length, lengthBits) = Self.lengths[symbol - 257]
      let count = try length + plain(lengthBits)
      let (distance, distanceBits) = try Self.distances[code(5)]
      let back = try distance + plain(distanceBits)
      try #require(back <= output.count)
      for _ in 0..<count { output.append(output[output.count - back]) }
    }
    try #require((position + 7) / 8 == input.count)
    return output
  }

  private mutating func symbol() throws -> Int {
    var value = try code(7)
    if value <= 0b001_0111 { return 256 + value }
    value = try value << 1 | code(1)
    if (0b0011_0000...0b1011_1111).contains(value) { return value - 0b0011_0000 }
    if (0b1100_0000...0b1100_0111).contains(value) { return value - 0b1100_0000 + 280 }
    value = try value << 1 | code(1)
    return value - 0b1_1001_0000 + 144
  }

  private mutating func bit() throws -> Int {
    try #require(position < input.count * 8)
    defer { position += 1 }
    return Int(input[position / 8] >> UInt8(position % 8)) & 1
  }

  private mutating func plain(_ width: Int) throws -> Int {
    try (0..<width).reduce(0) { try $0 | bit() << $1 }
  }

  private mutating func code(_ width: Int) throws -> Int {
    try (0..<width).reduce(0) { value, _ in try value << 1 | bit() }
  }
}
