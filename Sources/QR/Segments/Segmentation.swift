/// Splits a text into the segments that take the fewest bits.
enum Segmentation {
  /// Dynamic programming: goes through the bytes once, keeping for each mode the lowest cost of everything so far that
  /// ends in that mode.
  ///
  /// Costs are sixths of a bit: a digit costs 20 (ten bits for three), an alphanumeric character 33, a byte 48. A
  /// segment ends on a whole bit, so its cost is rounded up where the next one begins.
  static func shortest(of bytes: [UInt8], in versions: VersionClass) -> [Segment] {
    guard !bytes.isEmpty else { return [] }
    let modes = Mode.allCases
    let headers = modes.map { (4 + $0.countWidth(in: versions)) * 6 }
    var costs = headers
    // For each byte and each mode that the byte ends in, the mode that the byte is written in.
    var choices: [[Mode]] = []
    choices.reserveCapacity(bytes.count)
    for byte in bytes {
      var written = [Int](repeating: unreachable, count: modes.count)
      for mode in modes where mode.value(of: byte) != nil {
        written[mode.rawValue] = costs[mode.rawValue] + sixths(of: mode)
      }
      // After the byte, another mode may begin.
      var next = written
      var choice = modes
      for to in modes {
        for from in modes where written[from.rawValue] < unreachable {
          let cost = (written[from.rawValue] + 5) / 6 * 6 + headers[to.rawValue]
          if cost < next[to.rawValue] {
            next[to.rawValue] = cost
            choice[to.rawValue] = from
          }
        }
      }
      costs = next
      choices.append(choice)
    }
    return segments(of: bytes, modes: path(through: choices, costs: costs))
  }

  /// More than any text can cost.
  private static let unreachable = Int.max / 2

  private static func sixths(of mode: Mode) -> Int {
    switch mode {
    case .numeric: 20
    case .alphanumeric: 33
    case .byte: 48
    }
  }

  /// Follows the choices back from the last byte.
  private static func path(through choices: [[Mode]], costs: [Int]) -> [Mode] {
    var mode = Mode.allCases.min { costs[$0.rawValue] < costs[$1.rawValue] } ?? .byte
    var path: [Mode] = []
    path.reserveCapacity(choices.count)
    for choice in choices.reversed() {
      mode = choice[mode.rawValue]
      path.append(mode)
    }
    return path.reversed()
  }

  private static func segments(of bytes: [UInt8], modes: [Mode]) -> [Segment] {
    var segments: [Segment] = []
    var start = 0
    for index in 1...bytes.count where index == bytes.count || modes[index] != modes[start] {
      segments.append(Segment(mode: modes[start], bytes: bytes[start..<index]))
      start = index
    }
    return segments
  }
}
