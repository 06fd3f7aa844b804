package import Flow

extension Signals {
  /// What answers of OpenID Connect carry, and what clients call once they have accepted.
  ///
  /// That is userinfo, though no clause demands the order (OpenID Connect Core §3.1.3.7, §5.3).
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
