import Flow
import OpenID
import ProviderKit

extension Criipto {
  static let vocabulary = Vocabulary(
    provider: slug, title: "Criipto Verify",
    verbs: CriiptoVerb.verbs,
    endpoints: CriiptoEndpoint.terms,
    tokens: [
      TokenTerm(
        "id_token", "The id_token, of either channel", .documented,
        defects: TokenDefect.terms(
          .idToken,
          and: [
            .hmacWithPublicKey, .hmacWithSecret, .wrongCodeHash, .lowerAssurance, .unsignedInside,
            .missingContentType, .unencrypted, .unknownEncryption, .compressed,
          ])),
      TokenTerm(
        "userinfo", "The signed userinfo", .documented,
        defects: TokenDefect.terms(
          .userinfo, and: [.hmacWithPublicKey, .unsignedInside, .missingContentType])),
    ],
    quirks: CriiptoQuirk.terms + BankIDQuirk.terms,
    presets: [],
    lifetimes: CriiptoLifetime.terms + BankIDLifetime.terms,
    stages: [
      Term("choosing", "The page offers the eIDs", .assumed),
      Term("pending", "The eID has begun", .assumed),
      Term("identifying", "MitID's page waits for the user id", .assumed),
      Term("waiting", "MitID's app has not been opened", .assumed),
      Term("app_opened", "MitID's app was opened", .assumed),
    ]
      + BankIDHint.allCases.filter { !$0.isFailure }.map {
        Term($0.rawValue, "BankID's hintCode while its order is pending", .documented)
      },
    outcomes: CriiptoOutcome.allCases.map(\.term) + BankIDOutcome.allCases.map(\.term),
    successes: ["authenticated", "single_sign_on", "exchanged", "completed"],
    facts: [
      Term("is.client", "The client_id", .assumed),
      Term("is.person", "The key of the person whom the request names by personal number", .assumed),
      Term("is.acr", "The eID and flow that was asked for, one of acr_values", .assumed),
      Term("is.eid", "sebankid, dkmitid or mock", .assumed),
      Term("is.platform", "ios, android or browser of the appswitch hint, else desktop", .assumed),
    ],
    signals: signals
  ).withCallback
}
