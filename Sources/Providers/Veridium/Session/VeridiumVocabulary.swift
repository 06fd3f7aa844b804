import Flow
import ProviderKit

extension Veridium {
  /// The words of VeridiumID in scenario files and the catalog.
  static let vocabulary = Vocabulary(
    provider: slug, title: "VeridiumID",
    verbs: VeridiumVerb.verbs,
    endpoints: VeridiumEndpoint.terms,
    tokens: [
      TokenTerm(
        "identity_token", "The IdentityToken that the SDK hands to the app", .documented,
        defects: IdentityTokenDefect.terms)
    ],
    quirks: VeridiumQuirk.terms,
    presets: [],
    lifetimes: VeridiumLifetime.terms,
    stages: [
      Term("opportunity", "A code waits to be scanned", .assumed),
      Term("created", "The request waits for the app", .assumed),
    ],
    outcomes: VeridiumOutcome.allCases.map(\.term),
    successes: ["completed"],
    facts: [
      Term("is.client", "The friend by its name in the world", .assumed),
      Term("is.person", "The key of the person whom the request names", .assumed),
      Term("is.flow", "push or opportunity", .assumed),
    ],
    signals: Signals(carriers: [
      "identity_token": [VeridiumEndpoint.sdkAuthenticate, .sessionStatus, .sessionStatusAsync].map {
        Signals.Carrier($0.rawValue, containing: "eyJ")
      }
    ]))
}
