package import Flow

extension Signals {
  /// What calls of OpenID Connect show: a client that calls userinfo has accepted the id_token.
  ///
  /// - Parameters:
  ///   - issuing: the endpoints whose answers or redirects carry the id_token.
  ///   - userinfo: the endpoints that answer with the person.
  package static func openID(issuing: [String], userinfo: [String]) -> Signals {
    Signals(
      accepting: Set(userinfo),
      carriers: [
        "id_token": issuing.map { Carrier($0, containing: "id_token") },
        "userinfo": userinfo.map { Carrier($0) },
      ])
  }
}
