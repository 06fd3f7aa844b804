import HTTP
import JSON

/// The text of a `claims` parameter, which may be percent-encoded once more than usual, as in itsme's own links.
struct ClaimsText {
  let json: JSON
  let isEncodedTwice: Bool

  /// Throws the problem of the text as it came.
  init(_ text: String, limits: JSONLimits = JSONLimits()) throws(JSONProblem) {
    do throws(JSONProblem) {
      json = try JSON(parsing: text, limits: limits)
      isEncodedTwice = false
    } catch {
      guard let decoded = try? PercentCoding.decode(text.utf8.span),
        let inner = try? JSON(parsing: decoded, limits: limits)
      else { throw error }
      json = inner
      isEncodedTwice = true
    }
  }
}
