/// What a reader of events can follow.
enum EventKind: String, CaseIterable {
  /// A transaction reached a state.
  case transaction
  /// A request was answered.
  case journal
  /// A rule was broken.
  case finding
  /// A campaign made progress.
  case judge

  static let words = allCases.map(\.rawValue)
}
