import Flow
import ProviderKit

extension VideoID {
  /// The person of the world with the phone number of a request, however it is written.
  func person(withPhone request: RunRequest) -> Person? {
    guard let number = request.phone.flatMap({ PhoneNumber(anyFormat: $0) }) else { return nil }
    return sandbox.library.world.person { person in
      person.phoneNumber.flatMap { PhoneNumber($0) }?.digits == number.digits
    }
  }

  /// The person whom the order or the phone number names, unless a story says who it is: never anybody else.
  ///
  /// If nobody has the number, a person with it is made up; a strict sandbox refuses.
  func named(
    _ request: RunRequest, _ known: Person?, for caller: Caller, _ choice: ScenarioChoice
  ) throws(APIRefusal) -> (Person?, [Finding]) {
    if let person = caller.admission?.order.person ?? known { return (person, []) }
    // A text without a digit is not a number, and names nobody.
    guard choice.scenario?.person == nil, let phone = request.phone, phone.contains(where: \.isNumber) else {
      return (nil, [])
    }
    let seen = "\"\(phone.prefix(40))\""
    guard !sandbox.settings.isStrict else {
      runs.giveBack(choice)
      throw .invalid("Nobody has this phone number", Finding(RequestRules.phoneUnknown, seen))
    }
    let madeUp = World.madeUpPerson(withPhone: phone, from: sandbox.environment)
    return (madeUp.person, [Finding(RequestRules.personMadeUp, "\(seen) is now \(madeUp.entry)")])
  }
}
