import Foundation
import QR
import Testing

/// Debian's `qrencode`, whose symbols ours are compared with; `scripts/prepare test` installs it.
enum Reference {
  static let program: URL? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { URL(fileURLWithPath: "\($0)/qrencode") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  /// In CI the comparison must run; elsewhere a missing program skips it and says why.
  static let mayCompare = program != nil || ProcessInfo.processInfo.environment["CI"] != nil

  static let whyNot: Comment = "the program qrencode is missing; scripts/prepare test installs it"

  /// A symbol as lines of `#` and ` `.
  static func symbol(
    of bytes: [UInt8], level: ErrorCorrectionLevel, smallestVersion: Int, byteModeOnly: Bool
  ) throws -> [String] {
    let program = try #require(program, whyNot)
    let text = FileManager.default.temporaryDirectory.appending(path: "qr-\(UUID().uuidString)")
    try Data(bytes).write(to: text)
    defer { try? FileManager.default.removeItem(at: text) }
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = [
      "-t", "ASCII", "-m", "0", "-l", level.rawValue, "-v", "\(smallestVersion)", "-r", text.path, "-o", "-",
    ]
    if byteModeOnly { process.arguments?.append("-8") }
    process.standardOutput = output
    try process.run()
    let drawn = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    // It draws each module as two characters.
    return drawn.split(separator: "\n").map { line in
      String(line.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element))
    }
  }
}

extension Symbol {
  /// The symbol as lines of `#` and ` `.
  var lines: [String] {
    (0..<size).map { row in String((0..<size).map { self[$0, row] ? "#" : " " }) }
  }
}

/// Numbers that repeat, so that a failure does.
struct Chance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
