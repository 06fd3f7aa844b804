import HTTP

/// The note of a list about lines that are no longer kept.
struct Forgotten {
  private let count: Int
  private let what: String

  init(_ count: Int, _ what: String) { (self.count, self.what) = (count, what) }

  /// `nil` if nothing was forgotten.
  var html: HTML? {
    count == 0
      ? nil
      : "; <span data-testid=\"forgotten\">\(count) \(what) were forgotten</span> (<code>--keep</code> bounds what all sandboxes keep)"
  }
}
