import Flow
import HTTP
import ProviderKit

/// The parties of a login or verification: the lanes of its diagram, from left to right.
enum Party: Int, CaseIterable, Sendable {
  case browser, relyingParty, app, emulator, phone, receiver

  var name: String {
    switch self {
    case .browser: "Browser"
    case .relyingParty: "Relying party"
    case .app: "Its app or script"
    case .emulator: "Emulator"
    case .phone: "Phone"
    case .receiver: "Webhook receiver"
    }
  }

  /// The caller of an endpoint according to the provider's vocabulary.
  init(calling endpoint: String, of provider: (any Provider)?) {
    let term = provider.flatMap { type(of: $0).vocabulary.endpoints.first { $0.term.name == endpoint } }
    self =
      switch term?.caller {
      case .browser: .browser
      case .app: .app
      case .phone: .phone
      case .provider: .emulator
      case .backend, nil: .relyingParty
      }
  }
}
