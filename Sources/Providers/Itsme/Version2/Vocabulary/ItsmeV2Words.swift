import Flow
import ProviderKit

/// What a person does beside the verbs of every version.
enum ItsmeV2Verb: String, CaseIterable {
  case scan
  case callStarts = "call_starts"
  case callEnds = "call_ends"

  var verb: Verb {
    switch self {
    case .scan: make("The person scans the QR code with the itsme app", .documented)
    case .callStarts: make("A phone call begins, which ongoing_call tells", .documented)
    case .callEnds: make("The phone call ends", .documented)
    }
  }

  private func make(_ meaning: String, _ basis: Basis) -> Verb {
    Verb(rawValue, meaning, basis, isFinal: false)
  }
}
