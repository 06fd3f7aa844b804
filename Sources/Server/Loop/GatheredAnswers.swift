import CLinux
import Glibc

/// Answers to several connections that wait for the end of one look at the sockets, to be sent together.
///
/// A send wakes the client, which often takes the processor from the loop: when each answer goes out as soon as it is ready,
/// the threads change after nearly every one, and the client finds one answer at a time. (Redis writes its replies at the end of
/// an event loop's turn too, `beforeSleep` in `server.c`.) One system call for all of them, where the system lets us make it, keeps
/// the loop from being interrupted between two.
///
/// Belongs to one loop's thread.
struct GatheredAnswers {
  private var bytes: [UInt8] = []
  /// Which of them go where; one piece a connection.
  private var pieces: [clinux_piece] = []

  /// So many connections wait for each other at the most; with light requests that is less than half a millisecond.
  static var mostPieces: Int { Int(clinux_most_pieces) }
  /// Larger answers pay for a wake-up of their own easily, and would have to be copied.
  static var largestPiece: Int { 16 * 1024 }

  /// Fewer are sent one by one: a list of writes costs more than two or three sends.
  private static let fewestInOneCall = 4

  var isEmpty: Bool { pieces.isEmpty }
  var isFull: Bool { pieces.count >= Self.mostPieces }

  /// Adds answers of a connection; more of them follow before those of another one.
  mutating func add(_ answers: [UInt8], for descriptor: Int32) {
    if let last = pieces.indices.last, pieces[last].descriptor == descriptor {
      pieces[last].count += UInt32(answers.count)
    } else {
      pieces.append(
        clinux_piece(
          descriptor: descriptor, start: UInt32(bytes.count), count: UInt32(answers.count), result: 0))
    }
    bytes.append(contentsOf: answers)
  }

  /// Gives each socket what it takes, and passes on what is left: the rest of an answer, or nil where the socket is broken.
  ///
  /// Nothing is kept but the room that there is.
  mutating func send(
    by writer: PieceWriter, _ left: (_ descriptor: Int32, _ rest: ArraySlice<UInt8>?) -> Void
  ) {
    let tried = pieces.count >= Self.fewestInOneCall ? writer.write(bytes, &pieces) : 0
    for place in pieces.indices {
      let (piece, start) = (pieces[place], Int(pieces[place].start))
      let range = start..<(start + Int(piece.count))
      let count = place < tried ? piece.taken : bytes.span.extracting(range).write(to: piece.descriptor)
      if let count {
        if count < range.count { left(piece.descriptor, bytes[range].dropFirst(count)) }
      } else {
        left(piece.descriptor, nil)
      }
    }
    bytes.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
  }
}

extension clinux_piece {
  /// How many bytes the socket took, nil if it is broken.
  fileprivate var taken: Int? {
    if result >= 0 { return Int(result) }
    return result == -EAGAIN ? 0 : nil
  }
}
