/// What keeps a sandbox bounded, whatever is asked of the control plane.
///
/// A body is at most 1 MB (`HTTP.Limits`); the queue, the journal, the change log and the number of sandboxes have limits
/// of their own where they are declared.
enum ControlLimits {
  /// Bytes of a client's name, a reason and their like.
  static let textLength = 256
  /// How many stories a sandbox may have.
  static let stories = 2000
  /// How many people, and how many clients of one provider.
  static let people = 5000
  /// Bytes of the world and of all stories of a sandbox together.
  static let fileBytes = 8 << 20
  /// Bytes of a scenario that is queued written out.
  static let queuedScenarioBytes = 64 << 10
  /// How many streams of events may be open in the process.
  static let streams = 1000
  /// How many transactions one answer lists.
  static let listedTransactions = 1000

  /// How the last part of a story's name looks.
  static let storyNamePattern = "[A-Za-z0-9][A-Za-z0-9._-]{0,79}"

  /// True if a text is the last part of a story's name.
  static func isStoryName(_ name: String) -> Bool {
    (1...80).contains(name.utf8.count) && name.utf8.first != 0x2D && name.utf8.first != 0x2E
      && name.utf8.first != 0x5F
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
  }
}
