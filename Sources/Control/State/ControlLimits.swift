import Flow

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
  static let storyNamePattern = "[a-z0-9_-]{1,\(storyNameLength)}"
  private static let storyNameLength = 80

  /// The same as `storyNamePattern`: the rule of files, and a limit.
  static func isStoryName(_ name: String) -> Bool {
    isName(name) && name.utf8.count <= storyNameLength
  }
}
