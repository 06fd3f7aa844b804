import Flow
import OpenID

extension BioID {
  /// No call shows that a person was accepted: a client that reads a result may still reject it.
  static var signals: Signals {
    let issuing: [BioIDEndpoint] = [.connectToken, .oauthToken, .connectAuthorize]
    let userinfo: [BioIDEndpoint] = [.connectUserinfo, .peopleMe]
    var signals = Signals.openID(issuing: issuing.map(\.rawValue), userinfo: userinfo.map(\.rawValue))
    signals.carriers["bws_token"] = [Signals.Carrier(BioIDEndpoint.token.rawValue)]
    return signals
  }
}
