import Flow
import OpenID

extension Criipto {
  /// An app that gives up a BankID order calls cancelUrl.
  static var signals: Signals {
    let issuing: [CriiptoEndpoint] = [
      .token, .authorize, .bankIDComplete, .headless, .mitIDPage, .bankIDPage, .select,
    ]
    var signals = Signals.openID(
      issuing: issuing.map(\.rawValue), userinfo: [CriiptoEndpoint.userinfo.rawValue])
    signals.refusing = [CriiptoEndpoint.bankIDCancel.rawValue]
    return signals
  }
}
