/// Answers to several connections that wait for the end of one look at the sockets, to be sent one right after the other.
///
/// A send wakes the client, which often takes the processor from the loop: when each answer goes out as soon as it is ready,
/// the threads change after nearly every one, and the client finds one answer at a time. (Redis writes its replies at the end of
/// an event loop's turn too, `beforeSleep` in `server.c`.)
///
/// Belongs to one loop's thread.
struct GatheredAnswers {
  /// One connection's answers.
  struct Piece {
    let descriptor: Int32
    /// Their place among the bytes.
    let range: Range<Int>
  }

  private(set) var bytes: [UInt8] = []
  private(set) var pieces: [Piece] = []

  /// So many connections wait for each other at the most; with light requests that is less than half a millisecond.
  private static let mostPieces = 32
  /// Larger answers pay for a wake-up of their own easily, and would have to be copied.
  static let largestPiece = 16 * 1024

  var isEmpty: Bool { pieces.isEmpty }
  var isFull: Bool { pieces.count >= Self.mostPieces }

  /// Adds answers of a connection, behind those that it has here already.
  mutating func add(_ answers: [UInt8], for descriptor: Int32) {
    let start = bytes.count
    bytes.append(contentsOf: answers)
    pieces.append(Piece(descriptor: descriptor, range: start..<bytes.count))
  }

  /// Starts anew with the room that there is.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
  }
}
