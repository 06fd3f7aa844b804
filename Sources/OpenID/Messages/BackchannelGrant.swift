/// The grant of backchannel authentication (OpenID Connect CIBA Core §10.1).
package enum BackchannelGrant {
  package static let type = "urn:openid:params:grant-type:ciba"

  /// The handle of the login that an `auth_req_id` stands for; it cannot be confused with a code of the same text.
  package static func handle(_ identifier: String) -> String { "ciba/\(identifier)" }
}
