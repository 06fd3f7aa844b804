import Flow
import OpenID
import ProviderKit

/// The lifetimes of ReuseID (contract §3); the vendor only shows how long results are kept, and its dashboard how long
/// codes and tokens are valid (contract signicat-hub §1.4).
enum ReuseIDLifetime: String, Lifetime {
  case session
  case verification
  case apiToken = "api_token"
  case code
  case accessToken = "access_token"
  case idToken = "id_token"
  case push
  case result

  var term: LifetimeTerm {
    switch self {
    case .session:
      lasting("How long the app has for its part; requested_expiry overrides it", .assumed, .seconds(300))
    case .verification:
      lasting("How long the token of the post-operation context leads on", .assumed, .seconds(900))
    case .apiToken: lasting("How long a client credentials token is valid", .assumed, .seconds(600))
    case .code: lasting("How long an authorization code can be exchanged", .observed, .seconds(15))
    case .accessToken: lasting("How long userinfo can be called; also expires_in", .observed, .seconds(600))
    case .idToken: lasting("How long after its iat the id_token expires", .observed, .seconds(600))
    case .push: lasting("How long a push message is under way", .assumed, .zero)
    case .result:
      lasting("How long the result of an operation can be read", .documented, .seconds(60 * 86_400))
    }
  }
}

/// What a person can do.
///
/// If the relying party's own app runs, approve, wrong_pin and reject say how the person answers each time the app asks
/// for the PIN; if a simulated handset runs, all of them are timed.
enum ReuseIDVerb: String, PersonVerb {
  case open
  case approve
  case wrongPIN = "wrong_pin"
  case reject
  case cancel
  case verify
  case failVerification = "fail_verification"
  case cancelVerification = "cancel_verification"
  case ignore

  var verb: Verb {
    switch self {
    case .open: make("The person opens the app, which starts the authentication", .documented, isFinal: false)
    case .approve: make("The person gives the right PIN or finger", .documented, isFinal: false)
    case .wrongPIN:
      make("The person gives a wrong PIN; three of them lock the device", .documented, isFinal: false)
    case .reject:
      make("The person declines in the app, which cancels the session", .observed)
    case .cancel: make("The person leaves the app, which cancels the session", .observed)
    case .verify:
      make(
        "The person completes the verification that follows", .documented)
    case .failVerification:
      make("The verification that follows fails; one step for each attempt", .documented, isFinal: false)
    case .cancelVerification:
      make("The person leaves the verification that follows", .documented, isFinal: false)
    case .ignore: make("The person never reacts: time runs out", .assumed, isFinal: false)
    }
  }
}

/// How many factors an operation requires (§1b).
enum AuthenticationLevel: String, Sendable {
  case oneFactor = "ONE_FACTOR"
  case twoFactor = "TWO_FACTOR"
}

extension Switches {
  subscript(lifetime lifetime: ReuseIDLifetime) -> Duration { self.lifetime(lifetime.rawValue) }
  subscript(quirk quirk: ReuseIDQuirk) -> QuirkValue { value(quirk.rawValue) }
}
