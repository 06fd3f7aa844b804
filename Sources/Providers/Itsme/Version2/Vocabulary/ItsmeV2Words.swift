import Flow
import ProviderKit

/// What a person does besides the verbs of every version.
enum ItsmeV2Verb: String, PersonVerb {
  case scan
  case enterNumber = "enter_number"
  case followLink = "follow_link"
  case callStarts = "call_starts"
  case callEnds = "call_ends"

  var verb: Verb {
    switch self {
    case .scan: make("The person scans the QR code with the itsme app", .documented, isFinal: false)
    case .enterNumber: make("The person types the phone number on the page", .observed, isFinal: false)
    case .followLink: make("The phone opens the app for the page's address", .documented, isFinal: false)
    case .callStarts: make("A phone call begins, which ongoing_call tells", .documented, isFinal: false)
    case .callEnds: make("The phone call ends", .documented, isFinal: false)
    }
  }

  /// How it brings the request to the phone (C21); `nil` if it does not.
  var way: WayToPhone? {
    switch self {
    case .scan: .code
    case .enterNumber: .number
    case .followLink: .link
    case .callStarts, .callEnds: nil
    }
  }
}

extension PhoneScript {
  /// How the request reaches a scripted person; an icon can only be tapped after the phone form (P7).
  var way: WayToPhone? {
    guard case .steps(let steps) = self else { return nil }
    return steps.lazy.compactMap { ItsmeV2Verb(rawValue: $0.verb)?.way }.first
      ?? (steps.contains { $0.verb == ItsmeVerb.wrongIcon.rawValue } ? .number : nil)
  }
}
