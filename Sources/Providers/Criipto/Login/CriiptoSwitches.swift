import Flow
import OpenID

/// The switches and lifetimes in force for one login.
struct CriiptoSwitches: Sendable {
  private let switches: Switches

  init(_ client: CriiptoClient, _ scenario: Scenario?) {
    switches = Switches(client: client.quirks, scenario: scenario, standards: Criipto.standards)
  }

  var orders: BankIDTerms { BankIDTerms(switches) }

  subscript(quirk: CriiptoQuirk) -> QuirkValue { switches.value(quirk.rawValue) }
  subscript(quirk: BankIDQuirk) -> QuirkValue { switches.value(quirk.rawValue) }
  subscript(lifetime: CriiptoLifetime) -> Duration { switches.lifetime(lifetime.rawValue) }
  subscript(lifetime: BankIDLifetime) -> Duration { switches.lifetime(lifetime.rawValue) }
}

extension CriiptoClient {
  /// The application with the dashboard settings that a scenario changes.
  func set(by switches: CriiptoSwitches) -> CriiptoClient {
    var client = self
    client.userinfo = UserinfoStrategy(rawValue: switches[.userinfoStrategy].word) ?? userinfo
    client.scopes = ScopeStrategy(rawValue: switches[.scopeStrategy].word) ?? scopes
    client.claimNames = ClaimNames(rawValue: switches[.claimNames].word) ?? claimNames
    return client
  }
}

extension AuthorizationParameters {
  /// The parameters after something on the way has changed the `login_hint`, if a switch says so.
  func arriving(_ switches: CriiptoSwitches) -> AuthorizationParameters {
    var parameters = self
    switch switches[.loginHint].word {
    case "swallowed": parameters["login_hint"] = nil
    case "browser":
      let others = words("login_hint").filter { !["appswitch:ios", "appswitch:android"].contains($0) }
      parameters["login_hint"] = (["appswitch:browser"] + others).joined(separator: " ")
    default: break
    }
    return parameters
  }
}
