/// Short work that is done and waits to be answered together with what is done next.
///
/// A send wakes the client, which mostly makes the threads change; of two sends one right after the other only the first does.
/// So where more work waits, a reply waits for one more job, or for the next answer of any kind.
///
/// Belongs to one loop's thread.
struct DoneWork {
  private var works: [FinishedWork] = []
  /// Whether the first has waited for a job; it does so once, even if that one was another loop's.
  private var hasWaited = false

  /// What took longer is answered at once: beside it a wake-up costs nothing.
  private static let longest: Int64 = 500_000

  var isEmpty: Bool { works.isEmpty }

  /// Keeps work, unless it is to be answered at once.
  mutating func keep(_ work: FinishedWork) -> Bool {
    guard work.nanoseconds <= Self.longest else { return false }
    works.append(work)
    return true
  }

  /// What is to be answered now, in the order in which it was done.
  ///
  /// - Parameters:
  ///   - isMoreWaiting: more short work waits for a loop.
  ///   - isSending: something is sent now in any case.
  mutating func take(isMoreWaiting: Bool, isSending: Bool) -> [FinishedWork] {
    if isMoreWaiting, !isSending, !hasWaited {
      hasWaited = true
      return []
    }
    hasWaited = false
    let taken = works
    works.removeAll(keepingCapacity: true)
    return taken
  }
}
