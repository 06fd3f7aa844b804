extension Int {
  /// How often, for people: `once`, `3 times`.
  package var times: String { self == 1 ? "once" : "\(self) times" }
}
