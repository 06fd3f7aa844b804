import Flow
import HTTP

/// The bar on the start page about files that changed and are wrong.
struct NotLoaded {
  private let problems: [FileProblem]

  /// The log and the API have all.
  private static let limit = 10

  init(_ failure: LoadFailure) { problems = failure.problems }

  var html: HTML {
    let items = problems.prefix(Self.limit).map { "<li><code>\($0.text)</code></li>\n" as HTML }
    let rest = problems.count - items.count
    let more: HTML? = rest > 0 ? "<p>and \(rest) more, which the log names</p>\n" : nil
    return """
      <section class="card" role="alert" data-testid="not-loaded">
      <p class="bad">The scenarios have \(problems.count.counted("problem")) and stay as they were:</p>
      <ul>
      \(Array(items))</ul>
      \(more)</section>

      """
  }
}
