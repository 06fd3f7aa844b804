import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

/// Danish MitID (§3, MitID): always a browser page with a button for the app, never JSON.
enum MitID: EIDMethod {
  static func patience(_ switches: CriiptoSwitches) -> Duration { switches[CriiptoLifetime.mitID] }

  static func start(_ start: MethodStart, at criipto: Criipto) throws(MethodRefusal) -> MethodState {
    let name = start.request.application
    let nonce = criipto.sandbox.environment.identifier(
      length: 32, from: .hexadecimal, ordinal: start.ordinal, purpose: "mitid/nonce")
    let hint = start.request.hint
    return .mitID(
      MitIDSession(
        level: level(start.requested), company: company(start), nonce: nonce,
        referenceHeader: CriiptoLanguage.en.mitIDHeading(hint.action, at: name),
        referenceBody: hint.message ?? name,
        isIdentified: start.isIdentified && !start.namesUnknownPerson))
  }

  static func answer(
    _ login: Transaction<CriiptoLogin>, _ call: Call, at criipto: Criipto
  ) -> Outcome {
    criipto.proceedOnPage(login, call)
  }

  static func expiry(
    of login: Transaction<CriiptoLogin>, authenticated: Instant, issued: Instant
  ) -> Instant {
    Instant(seconds: authenticated.seconds) + login.detail.switches[CriiptoLifetime.mitIDToken]
  }

  /// Reports what this emulator accepts but MitID does not (§1.4).
  static func advice(_ start: MethodStart) -> [Finding] {
    let hint = start.request.hint
    var findings: [Finding] = []
    if let message = hint.message, message.count > 130 {
      findings.append(Finding(MitIDRules.messageLong, "\(message.count) characters"))
    }
    if let sent = hint.personalNumber, hint.personalDigits?.utf8.count != 10 {
      findings.append(Finding(MitIDRules.personalNumberMalformed, sent))
    }
    if let number = hint.companyNumber, !Self.isCompanyNumber(number) {
      findings.append(Finding(MitIDRules.companyMalformed, number))
    }
    if start.caller.isForeignFrame { findings.append(Finding(MitIDRules.framed)) }
    if hint.tokens.contains("target:web") { findings.append(Finding(MitIDRules.targetWeb)) }
    if let url = hint.resumeURL, hint.appSwitch == nil {
      findings.append(Finding(MitIDRules.platformMissing, url))
    }
    return findings
  }

  private static func isCompanyNumber(_ text: String) -> Bool {
    let digits = text.dropFirst(2)
    return text.hasPrefix("DK") && digits.utf8.count == 8 && digits.allSatisfy { ("0"..."9").contains($0) }
  }

  // MARK: Making the session

  private static func level(_ requested: RequestedEID) -> MitIDSession.Level {
    switch requested {
    case .mitIDLow: .low
    case .mitIDHigh: .high
    default: .substantial
    }
  }

  /// The company of a business login (§1.4), requested by acr, by hint, or by its number in the hint.
  private static func company(_ start: MethodStart) -> MitIDSession.Company? {
    let hint = start.request.hint
    let isBusiness =
      start.requested == .mitIDBusiness || hint.business != nil || hint.companyNumber != nil
    let role = MitIDSession.Role(rawValue: start.switches[.businessRole].word) ?? .employee
    guard isBusiness, role != .citizen else { return nil }
    let usual = MitIDIdentity.usualCompany
    let number = hint.companyNumber.map { String($0.drop { !$0.isNumber }) }
    return MitIDSession.Company(number: number ?? usual.number, name: usual.name, role: role)
  }
}
