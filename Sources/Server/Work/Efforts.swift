import HTTP

/// What heavy requests have cost so far, by their paths: only what has proved to be short, again and again, is done by a loop.
///
/// Belongs to one loop's thread.
struct Efforts {
  /// Requests of one method and path are taken to be alike; where two paths share a number, both count as the slower one.
  struct Kind: Sendable, Hashable {
    fileprivate let number: Int

    init(_ request: Request) {
      // FNV-1a; a text and a keyed hash would cost more than they are worth here.
      var hash: UInt32 = 2_166_136_261
      for byte in request.target.pathBytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
      if request.method == .get { hash = ~hash }
      number = Int(hash % UInt32(Efforts.kinds))
    }

    /// The kind of what is not known.
    static var unknown: Kind { Kind(number: Efforts.kinds) }

    private init(number: Int) { self.number = number }
  }

  fileprivate static let kinds = 1024
  /// So often in a row must a kind have been short.
  private static let trials: Int8 = 4
  /// Longer than this the others shall not wait.
  private static let longest: Int64 = 3_000_000

  /// How often in a row each kind was short; below zero after it was long.
  private var runs = [Int8](repeating: 0, count: kinds + 1)

  /// Whether a loop may do work of this kind.
  func isShort(_ kind: Kind) -> Bool { kind != .unknown && runs[kind.number] >= Self.trials }

  /// Learns what some work took.
  mutating func note(_ work: FinishedWork) {
    let number = work.kind.number
    if work.nanoseconds <= Self.longest {
      runs[number] = min(runs[number] + 1, Self.trials)
    } else {
      // If others may have had the processor meanwhile, a worker measures the next one without them.
      runs[number] = work.mayIncludeOthers ? min(runs[number], Self.trials - 1) : -32
    }
  }
}
