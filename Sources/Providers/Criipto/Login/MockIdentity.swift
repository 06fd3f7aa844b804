import Flow
import JSON

/// A login with the eID for tests, for which no person is asked (§1.3).
struct MockIdentity: Sendable {
  /// The members of `mock:<base64 JSON>`.
  let claims: JSONObject
  /// When the login began, and was done at once.
  let authenticated: Instant
}
