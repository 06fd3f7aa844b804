import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import QR

extension Veridium {
  /// RegisterSessionOpportunity: a code that any app may scan (§1a).
  func registerSessionOpportunity(_ call: Call) -> Outcome {
    start(call, at: .sessionOpportunity, .sessionOpportunity) {
      (opening: Opening) throws(FriendRefusal) in
      let isPicture = try self.isPicture(opening.body)
      _ = try opening.body.optional("extraValues")
      let opened = open(
        opening, person: ledger.person(opening.choice.decision, named: nil),
        atOnce: scanAndApprove(opening.switches),
        handles: { $0.detail.flow.handles }
      ) { ordinal, _ in
        let alias = uuid(ordinal, "veridium/alias")
        return Session(
          flow: .opportunity(alias: alias), member: opening.member, profile: nil,
          prompt: Session.Prompt(), switches: opening.switches,
          issuer: call.publicBase, isStandard: opening.isStandard)
      }
      noteLock(of: opened.transaction.identifier)
      var answer = opened.answer(findings: opening.findings) {
        guard case .opportunity(let alias) = opened.transaction.detail.flow,
          let shown = isPicture ? Veridium.picture(of: alias) : alias
        else { return Response(500) }
        let members: JSONObject = [
          "sessionId": .string(opened.transaction.identifier), "sessionAlias": .string(shown),
        ]
        return succeed(members, opening.switches, withError: false)
      }
      if case .opportunity(let alias) = opened.transaction.detail.flow {
        let usual = Profile(person: opened.transaction.person).externalIdentifier
        answer.remarks += waiting(
          opening, for: "attach", ["profileId": .string(usual), "sessionAlias": .string(alias)])
      }
      return answer
    }
  }

  /// `QR` for a picture, `ID` for the bare alias (§1a).
  private func isPicture(_ body: FriendBody) throws(FriendRefusal) -> Bool {
    switch try body.required("sessionAliasType") {
    case "QR": return true
    case "ID": return false
    case let other:
      throw FriendRefusal(
        .malformed, "sessionAliasType is neither QR nor ID",
        Finding(SessionRules.aliasTypeWrong, "\"\(other)\""))
    }
  }

  /// A person who sees the code scans it after a while, and approves after the same time again.
  private func scanAndApprove(_ switches: Switches) -> PhoneScript {
    .steps([
      PhoneStep(after: switches[veridium: .reaction], VeridiumVerb.scan.rawValue),
      PhoneStep(after: switches[veridium: .reaction] * 2, VeridiumVerb.approve.rawValue),
    ])
  }

  /// A QR symbol of the alias as the base64 of a PNG, for a `data:` URL (§1a).
  static func picture(of alias: String) -> String? {
    guard let symbol = try? Symbol(alias) else { return nil }
    return Base64.encode(symbol.png(scale: 6))
  }
}

extension Veridium.Session.Flow {
  /// The handles by which an app finds it, besides the session's identifier.
  var handles: [String] {
    if case .opportunity(let alias) = self { ["alias/\(alias)"] } else { [] }
  }
}
