import Flow
import OpenID

extension BioID {
  /// A result is read by who has taken the BWS token, a person by who has taken the id_token.
  static var signals: Signals {
    let issuing: [BioIDEndpoint] = [.connectToken, .oauthToken, .connectAuthorize]
    let userinfo: [BioIDEndpoint] = [.connectUserinfo, .peopleMe]
    var signals = Signals.openID(issuing: issuing.map(\.rawValue), userinfo: userinfo.map(\.rawValue))
    signals.accepting.insert(BioIDEndpoint.result.rawValue)
    signals.carriers["bws_token"] = [Signals.Carrier(BioIDEndpoint.token.rawValue)]
    return signals
  }
}
