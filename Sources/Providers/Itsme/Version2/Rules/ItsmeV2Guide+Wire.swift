import Flow

// The sections about the protocol; those about requested data are in `ItsmeV2Guide`.
extension ItsmeV2Guide {
  static let discovery = section("OpenID Connect Discovery", "authentication/#openid-configuration")
  static let request = section("Authorization Request", "authentication/#authorization-request")
  static let redirect = section(
    "Authorization Request, redirect_uri", "authentication/#authorization-request")
  static let level = section(
    "Authorization Request, acr_values", "authentication/#authorization-request")
  static let object = section("Authorization Request, request", "authentication/#authorization-request")
  static let reference = section(
    "Authorization Request, request_uri", "authentication/#authorization-request")
  static let revoke = section("Revoke Request", "authentication/#revoke-request")
  static let answer = section("Authorization Response", "authentication/#authorization-response")
  static let token = section("Token Request", "authentication/#token-request")
  static let userinfo = section("UserInfo Request", "authentication/#userinfo-request")
  static let picture = section("User Data, picture", "authentication/#user-data")
  static let keys = section("JOSE, Creating your JWK Set URI", "appendix/#jose")
  static let signing = section("JOSE, Signing", "appendix/#jose")
  static let encryption = section("JOSE, Encryption", "appendix/#jose")
  static let deepLinks = section("Deeplinks, Common issues", "deeplinks/#common-issues")
}
