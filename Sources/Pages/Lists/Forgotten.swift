import Flow
import HTTP

/// The note of a list about lines that are no longer kept.
struct Forgotten {
  private let count: Int

  init(_ count: Int) { self.count = count }

  /// `nil` if nothing was forgotten.
  var html: HTML? {
    count == 0
      ? nil
      : "; <span data-testid=\"forgotten\">\(count.counted("earlier one was", "earlier ones were")) forgotten</span> (<code>--keep</code> bounds what all sandboxes keep)"
  }
}
