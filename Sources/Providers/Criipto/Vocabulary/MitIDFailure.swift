/// The errors of MitID (§1.8), as `fail` names them.
enum MitIDFailure: String, Sendable, CaseIterable {
  case coreClient = "mitid_core_client_error"
  case cookieMissing = "MITID_NONCE_COOKIE_MISSING"
  case cookieMalformed = "MITID_NONCE_COOKIE_MALFORMED"
}
