import ProviderKit

extension ReuseIDVerb {
  /// The label of its button, on the page and on the phone.
  var label: String { PhoneChoice.of(verb, label: plainWords).first?.label ?? rawValue }

  /// What the button says where the kit's own word for the verb is not plain enough.
  var plainWords: String? {
    switch self {
    case .approve: "Enter the right PIN"
    case .reject: "Decline"
    case .verify: "Complete the verification"
    case .failVerification: "Fail the verification"
    case .cancelVerification: "Leave the verification"
    case .open, .wrongPIN, .cancel, .ignore: nil
    }
  }

  var role: PhoneChoice.Role? {
    switch self {
    case .verify: .approve
    case .failVerification: .refuse
    default: nil
    }
  }
}
