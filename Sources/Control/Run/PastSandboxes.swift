import Flow
import Synchronization

/// What is still known of ended sandboxes, for the reports of the whole process.
///
/// Bounded: when there are too many, the oldest are merged into one record.
package final class PastSandboxes: Sendable {
  struct Entry: Sendable {
    /// In the order in which sandboxes were made.
    let number: Int
    let record: SandboxRecord
    let doctor: DoctorReport

    var size: Int { record.size + doctor.size }
  }

  struct State: Sendable {
    /// In the order in which they ended.
    fileprivate(set) var entries: [Entry] = []
    /// The merged records of those no longer in `entries`.
    fileprivate(set) var rest = SandboxRecord(.root)
    fileprivate(set) var restOfDoctor = DoctorReport()
    fileprivate var size = 0
  }

  /// As many as can exist at once by default, so that none is missing from the report when a run ends.
  static let capacity = 5000
  static let byteLimit = 16 << 20

  private let state = Mutex(State())
  private let capacity: Int
  private let byteLimit: Int

  init(capacity: Int = PastSandboxes.capacity, byteLimit: Int = PastSandboxes.byteLimit) {
    (self.capacity, self.byteLimit) = (capacity, byteLimit)
  }

  func add(_ entry: Entry) {
    state.withLock { state in
      state.entries.append(entry)
      state.size += entry.size
      guard state.entries.count > capacity || state.size > byteLimit else { return }
      // Removes an eighth more than necessary, so that this happens seldom.
      var removed = 0
      while removed < state.entries.count - 1,
        state.entries.count - removed > capacity * 7 / 8 || state.size > byteLimit / 8 * 7
      {
        let oldest = state.entries[removed]
        state.rest.absorb(oldest.record)
        state.restOfDoctor.add(oldest.doctor)
        state.size -= oldest.size
        removed += 1
      }
      state.entries.removeFirst(removed)
    }
  }

  var present: State { state.withLock { $0 } }

  func forget() { state.withLock { $0 = State() } }
}
