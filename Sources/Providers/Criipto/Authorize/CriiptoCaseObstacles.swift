import Flow
import OpenID
import ProviderKit

// Stories that need something only some requests ask for.

extension Criipto {
  /// A person other than the named one, if the switch lets a hint only prefill a field.
  func another(than named: Person?, at eid: EID?, _ switches: CriiptoSwitches) -> Person? {
    guard let named, switches[.hintedPerson].word == "another" else { return nil }
    let danish = [PersonIdentifier.danishPersonalNumber.rawValue]
    let names =
      switch eid {
      case .bankID?: SwedishNumber.names
      case .mitID?: danish
      default: SwedishNumber.names + danish
      }
    return person { person in
      person.key != named.key && names.contains { person.identifiers[$0] != nil }
    }
  }

  /// Notes what the login's story needs and its request does not ask for.
  func noteObstacles(to login: Transaction<CriiptoLogin>, named: Person?, another: Person?) {
    guard let story = login.decision.scenario else { return }
    if login.detail.request.switches[.hintedPerson].word == "another", another == nil {
      noteObstacle(
        named == nil
          ? "the request names nobody: login_hint has neither sub: nor uuid:"
          : "the world has nobody else who can log in there", of: login)
    }
    // A code that is too old cannot come where none is issued.
    if story.lifetimes[CriiptoLifetime.code.rawValue] != nil, story.tokens.isEmpty, story.faults.isEmpty,
      !login.detail.wantsCode
    {
      noteObstacle("the request asks for no code: its response_type is id_token", of: login)
    }
    guard let judge = story.judge else { return }
    // Who asked for one person is right to refuse another, whatever else the story is about.
    if let person = story.person, login.detail.request.hint.fits(person, at: login.detail.eid) == false {
      return noteObstacle("the request names somebody else than the person of the story", of: login)
    }
    // A story about one eID's app does not apply to another's.
    for (eid, prefix, title) in [(EID.bankID, "bankid-", "BankID"), (.mitID, "mitid-", "MitID")]
    where story.caseName.hasPrefix(prefix) && login.detail.eid != eid {
      return noteObstacle("the request does not ask for \(title) alone", of: login)
    }
    // §3: the app first returns to its own link, then the browser to the redirect URI.
    if judge.wayBack == .bareFirst, mitIDReturnLink(login) != login.detail.request.redirectURI {
      noteObstacle(
        "the MitID app was not asked to return to the redirect URI: login_hint has no appswitch:ios or appswitch:android",
        of: login)
    }
  }
}
