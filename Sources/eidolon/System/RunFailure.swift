/// Why the program could not do what it was asked for, for people; ends it with status 1.
struct RunFailure: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
