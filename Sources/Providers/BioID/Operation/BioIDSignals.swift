import Flow
import OpenID

extension BioID {
  /// A client that accepted the BWS token reads the result; one that accepted the id_token reads userinfo.
  static var signals: Signals {
    let issuing: [BioIDEndpoint] = [.connectToken, .oauthToken, .connectAuthorize]
    let userinfo: [BioIDEndpoint] = [.connectUserinfo, .peopleMe]
    var signals = Signals.openID(issuing: issuing.map(\.rawValue), userinfo: userinfo.map(\.rawValue))
    signals.accepting.insert(BioIDEndpoint.result.rawValue)
    signals.carriers["bws_token"] = [Signals.Carrier(BioIDEndpoint.token.rawValue)]
    return signals
  }
}
