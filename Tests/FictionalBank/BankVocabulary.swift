import Flow
import OpenID
import ProviderKit

enum BankEndpoint: String, CaseIterable {
  case discovery
  case keys = "jwks"
  case authorize
  case page = "authorize_page"
  case token, userinfo
}

extension FictionalBank {
  static let vocabulary = Vocabulary(
    provider: slug, title: "Fictional Bank",
    verbs: [("approve", true), ("reject", true), ("ignore", false)].map {
      Verb($0, "The customer does so: \($0)", .assumed, isFinal: $1)
    },
    endpoints: BankEndpoint.allCases.map {
      EndpointTerm(
        $0.rawValue, "The bank's \($0)", .assumed, isOwned: $0 != .discovery && $0 != .keys,
        by: $0 == .authorize || $0 == .page ? .browser : .backend)
    },
    tokens: [TokenTerm("id_token", "The id_token", .assumed, defects: TokenDefect.terms(.idToken))],
    quirks: [], presets: [],
    lifetimes: [("login", 120), ("code", 60), ("access_token", 600)].map {
      LifetimeTerm($0, "How long it counts: \($0)", .assumed, standard: .seconds($1))
    },
    stages: [Term("waiting", "The customer has not decided", .assumed)],
    outcomes: ["approved", "rejected", "timed_out", "completed"].map { Term($0, "It is \($0)", .assumed) },
    facts: [])
}
