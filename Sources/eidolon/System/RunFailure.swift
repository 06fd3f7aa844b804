/// A failure at run time, for people; ends the program with status 1.
struct RunFailure: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
