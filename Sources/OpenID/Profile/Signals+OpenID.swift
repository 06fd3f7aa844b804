package import Flow

extension Signals {
  /// What answers of OpenID Connect carry; no call shows what a client made of them.
  ///
  /// - Parameters:
  ///   - issuing: the endpoints whose answers or redirects carry the id_token.
  ///   - userinfo: the endpoints that answer with the person.
  package static func openID(issuing: [String], userinfo: [String]) -> Signals {
    Signals(
      carriers: [
        "id_token": issuing.map { Carrier($0, containing: "id_token") },
        "userinfo": userinfo.map { Carrier($0) },
      ])
  }
}
