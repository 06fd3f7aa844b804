import Flow
import OpenID
import ProviderKit

extension ReuseID {
  /// How an operation can go and end.
  static let outcomes = [
    Term("completed", "The operation is complete, with its verification where one follows", .documented),
    Term("authenticated", "The person was authenticated and the verification is open", .documented),
    Term("verifying", "The token of the post-operation context was used", .documented),
    Term("locked", "Too many wrong PINs locked the device", .documented),
    Term("verification_failed", "The verification failed", .assumed),
    Term("verification_cancelled", "The person left the verification", .assumed),
    Term("cancelled", "The session was cancelled", .observed),
    Term("replaced", "A newer operation took the session's place", .observed),
    Term("expired", "Time ran out", .observed),
  ]

  /// The words of ReuseID in scenario files and the catalog.
  static let vocabulary = Vocabulary(
    provider: slug, title: "Signicat ReuseID",
    verbs: ReuseIDVerb.verbs,
    endpoints: ReuseIDEndpoint.terms,
    tokens: [
      TokenTerm(
        "id_token", "The id_token of an OpenID Connect login", .documented,
        defects: TokenDefect.terms(.idToken, and: [.hmacWithPublicKey, .hmacWithSecret]).filter {
          $0.name != "encrypted_to_wrong_key" && $0.name != "inner_signature_broken"
        })
    ],
    quirks: ReuseIDQuirk.terms,
    presets: [],
    lifetimes: ReuseIDLifetime.terms,
    stages: [
      Term("created", "The operation waits for its app", .assumed),
      Term("started", "The app has the operation", .assumed),
    ],
    outcomes: outcomes,
    successes: ["completed", "authenticated", "verifying"],
    facts: [
      Term("is.client", "The client id", .assumed),
      Term("is.person", "The key of the person who holds the device", .assumed),
      Term("is.device", "The device id", .assumed),
      Term("is.flow", "onboarding, step_up, authentication or registration", .assumed),
      Term("is.channel", "api, on_premises, browser, in_app, ciba or app", .assumed),
    ],
    signals: .openID(
      issuing: [
        ReuseIDEndpoint.token.rawValue, ReuseIDEndpoint.authorize.rawValue,
        ReuseIDEndpoint.inAppComplete.rawValue,
      ],
      userinfo: [ReuseIDEndpoint.userinfo.rawValue])
  ).withCallback
}
