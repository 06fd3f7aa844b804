/// A failure at run time, described for people; ends the program with status 1.
struct RunFailure: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
