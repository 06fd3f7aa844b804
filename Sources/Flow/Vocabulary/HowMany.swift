extension Int {
  /// How often, for people: `once`, `3 times`.
  package var times: String { self == 1 ? "once" : "\(self) times" }

  /// How many, for people: `1 login`, `3 logins`; `2 people`, if `many` says what several are called.
  package func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? "\(one)s")"
  }
}
