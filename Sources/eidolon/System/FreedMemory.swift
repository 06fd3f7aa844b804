import CLinux
import Server

/// Returns memory to the system after sandboxes have ended.
///
/// The C library keeps freed memory for the next use: without this, a process that once had a thousand sandboxes would
/// hold their memory for ever. Returning it walks the heap, so it happens seldom, and after the last of several has
/// ended.
struct FreedMemory {
  /// The minimum number of looks between two walks.
  static let pause = 10

  private var given: Int
  private var seen: Int
  private var looks = FreedMemory.pause

  init(ended: Int) { (given, seen) = (ended, ended) }

  static func giveBack() { _ = malloc_trim(0) }

  /// Lets the threads share an arena for each core; called before there are threads.
  ///
  /// The C library makes eight for each core, and what is freed in one cannot be used in another: in the soak 140 MB were
  /// held so after an hour, where two arenas hold 55 MB.
  static func shareArenas() { _ = clinux_limit_arenas(Int32(max(ServerOptions.cores, 2))) }

  /// Called about every second with the number of sandboxes that have ended so far; true if it returned memory.
  @discardableResult
  mutating func look(ended: Int) -> Bool {
    defer { seen = ended }
    looks += 1
    // Waits while sandboxes are still ending, but not for ever.
    guard ended != given, looks > FreedMemory.pause, ended == seen || looks > 2 * FreedMemory.pause else {
      return false
    }
    (given, looks) = (ended, 0)
    Self.giveBack()
    return true
  }
}
