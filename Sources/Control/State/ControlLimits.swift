/// Limits that keep a sandbox bounded, whatever the control plane is asked to do.
///
/// A body is at most 1 MB (`HTTP.Limits`); the queue, the journal, the change log and the number of sandboxes have
/// limits of their own.
enum ControlLimits {
  /// Characters of a client's name, a reason and the like.
  static let textLength = 256
  /// Per sandbox.
  static let stories = 2000
  /// Also the limit of the clients of one provider.
  static let people = 5000
  /// Of the world and all stories of a sandbox together.
  static let fileBytes = 8 << 20
  /// Of a scenario queued in full rather than by name.
  static let queuedScenarioBytes = 64 << 10
  /// Per answer.
  static let listedTransactions = 1000

  /// The last part of a story's name.
  static let storyNamePattern = "[A-Za-z0-9][A-Za-z0-9._-]{0,79}"

  /// The same as `storyNamePattern`.
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
