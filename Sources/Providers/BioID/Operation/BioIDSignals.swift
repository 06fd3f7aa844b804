import Flow
import OpenID

extension BioID {
  /// A client usually reads the result of a BWS token that it accepted, and userinfo after an id_token.
  static var signals: Signals {
    let issuing: [BioIDEndpoint] = [.connectToken, .oauthToken, .connectAuthorize]
    let userinfo: [BioIDEndpoint] = [.connectUserinfo, .peopleMe]
    var signals = Signals.openID(issuing: issuing.map(\.rawValue), userinfo: userinfo.map(\.rawValue))
    signals.accepting.insert(BioIDEndpoint.result.rawValue)
    signals.carriers["bws_token"] = [Signals.Carrier(BioIDEndpoint.token.rawValue)]
    return signals
  }
}
