import Flow
import OpenID
import ProviderKit

/// The person whom a `login_hint` names.
enum ConnectHint: Sendable, Hashable {
  case bcid(BCID)
  case email(String)
  /// A text that nobody can have as an identifier.
  case other(String)

  /// Reads the words of a `login_hint`; `nil` if they name nobody.
  init?(_ words: [String]) {
    let text = words.filter { !$0.hasPrefix("scenario:") }.joined(separator: " ")
    guard !text.isEmpty else { return nil }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    if let bcid = BCID(text) {
      self = .bcid(bcid)
    } else if parts.count == 2, !parts.contains(""), text.words.count == 1 {
      self = .email(text)
    } else {
      self = .other(text)
    }
  }

  var text: String {
    switch self {
    case .bcid(let bcid): bcid.text
    case .email(let text), .other(let text): text
    }
  }
}

extension BioID {
  /// The person of the world with the hint's BCID or e-mail address; if several share an address, the first by key.
  func person(named hint: ConnectHint) -> Person? {
    switch hint {
    case .bcid(let bcid): people.find(bcid, in: sandbox)
    case .email(let email): sandbox.library.world.person { $0.email == email }
    case .other: nil
    }
  }

  /// The person who logs in according to the request, never anybody but the one it names.
  ///
  /// If nobody has the identifier, a person with it is made up; a strict sandbox refuses.
  ///
  /// - Parameter known: the person of the world that the hint names.
  func person(
    asked hint: ConnectHint?, _ known: Person?, _ scenario: Scenario?
  ) throws(OpenIDRefusal) -> (Person?, [Finding]) {
    guard let hint, known == nil, scenario?.person == nil else { return (known, []) }
    guard !sandbox.settings.isStrict else {
      throw OpenIDRefusal(.accessDenied, Self.book[.personUnknown], hint.text, "The user is unknown")
    }
    let madeUp: MadeUpPerson
    switch hint {
    case .bcid(let bcid): madeUp = World.madeUpPerson(with: .bcid, bcid.text, from: sandbox.environment)
    case .email(let email): madeUp = World.madeUpPerson(withEmail: email, from: sandbox.environment)
    case .other(let text): return (nil, Self.book.advice(.personUnknown, text))
    }
    return (madeUp.person, Self.book.advice(.personMadeUp, "\(hint.text); to keep: \(madeUp.entry)"))
  }
}
