import CLinux

/// Gives memory back to the system after sandboxes have ended.
///
/// The C library keeps what is freed for the next use: without this a process that once had a thousand sandboxes would
/// hold their memory for ever. Giving it back is a walk over the heap, so it happens when the endings are over, and seldom.
struct FreedMemory {
  /// How many looks pass at the least between two walks.
  static let pause = 10

  private var given: Int
  private var seen: Int
  private var looks = FreedMemory.pause

  /// Nothing to give back yet.
  init(ended: Int) { (given, seen) = (ended, ended) }

  /// Gives back what is free now.
  static func giveBack() { _ = malloc_trim(0) }

  /// Looks, about every second, how many sandboxes have ended in all, and gives memory back when that is due.
  ///
  /// Returns whether it did.
  @discardableResult
  mutating func look(ended: Int) -> Bool {
    defer { seen = ended }
    looks += 1
    // While they still end, it waits, but not for ever.
    guard ended != given, looks > FreedMemory.pause, ended == seen || looks > 2 * FreedMemory.pause else {
      return false
    }
    (given, looks) = (ended, 0)
    Self.giveBack()
    return true
  }
}
