import Flow
import JSON

/// A login with the eID for tests, which needs no person (§1.3).
struct MockIdentity: Sendable {
  /// The members of `mock:<base64 JSON>`.
  let claims: JSONObject
  /// When the login began and ended.
  let authenticated: Instant
}
