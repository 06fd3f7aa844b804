import Flow
import OpenID
import ProviderKit

extension ItsmeVersion {
  /// A person who has exactly this phone number, which is nobody's, and a finding that says how to keep the person.
  func madeUpPerson(_ phone: PhoneNumber) -> (Person, [Finding]) {
    let madeUp = World.madeUpPerson(withPhone: phone.claim, from: sandbox.environment)
    return (madeUp.person, Self.book.advice(.personMadeUp, "\(phone.claim); to keep: \(madeUp.entry)"))
  }

  /// The refusal of a phone number that is nobody's, where nobody is made up.
  static func unknownPerson(_ phone: PhoneNumber) -> OpenIDRefusal {
    OpenIDRefusal(.accessDenied, book[.personUnknown], phone.claim, "This phone number has no itsme account")
  }
}
