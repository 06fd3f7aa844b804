import Flow
import OpenID
import ProviderKit

extension ReuseID {
  /// What ReuseID keeps of one operation: a step-up, an onboarding, or a plain MobileID operation.
  struct Operation: Sendable {
    /// What the operation is for.
    enum Purpose: String, Sendable {
      /// A new device, followed by a verification of the person's identity.
      case onboarding
      /// A device of before, followed by a verification of the person's identity.
      case stepUp = "step_up"
      /// A device of before, and nothing else.
      case authentication
      /// A new device, and nothing else.
      case registration

      /// The person's identity is verified after the device has done its part.
      var isVerified: Bool { self == .onboarding || self == .stepUp }
      /// A new device is activated.
      var isActivation: Bool { self == .onboarding || self == .registration }
    }

    /// Who began it, and how its end is learned.
    enum Channel: String, Sendable {
      /// The ReuseID API: the backend polls.
      case api
      /// The API of a server on one's own premises.
      case onPremises = "on_premises"
      /// OpenID Connect in a browser.
      case browser
      /// OpenID Connect in an app, with `Accept: application/json`.
      case inApp = "in_app"
      /// Client-Initiated Backchannel Authentication.
      case ciba
      /// The app itself, with `client_only`.
      case app
    }

    let purpose: Purpose
    let channel: Channel
    /// The user's identifier at ReuseID.
    let user: String
    /// What the client calls the user.
    let externalReference: String?
    /// The device's identifier, which is the app's registration id (§1c).
    let device: String
    let documents: DocumentOptions
    let switches: Switches
    /// What the backend sends along with a plain operation.
    var contexts = Contexts()
    /// What the OpenID client asked for.
    var request: OpenIDRequest?
    /// The factors that the operation asks for.
    var level = AuthenticationLevel.twoFactor
    /// What the person does each time the app asks; empty where a simulated handset acts on the clock.
    var answers: [PhoneStep] = []

    /// The identifier that the app may name.
    let session: String
    /// The code that activates the device, of an activation.
    let activationCode: String?
    /// The number in the push message.
    let pushSession: Int
    /// The text in the push message.
    var pushPayload: String?
    /// A push message tells the phone.
    var isPushed = true
    /// The name of a device that is to be registered.
    var deviceName: String?
    /// The method that the person must use, where the client says so.
    var wantedMethod: AuthenticationMethod?

    /// Where it stands.
    var phase = Phase.created
    /// When it runs out, in its present phase.
    var deadline: Instant
    /// When the app began, and when it was authenticated and over.
    var started: Instant?
    var authenticated: Instant?
    var ended: Instant?
    /// How the person authenticated.
    var method: AuthenticationMethod?
    /// Where the app goes on, once it was told.
    var continuation: SignicatOperation.Continuation?
    /// How many verifications may still fail before the operation does.
    var retriesLeft = 0
    /// How many steps of the timeline have had their effect.
    var settledSteps = 0
    /// The app is told once that time ran out: 209, then 208 (§3).
    var isExpiryTold = false
    /// How often the status was asked for after the end.
    var pollsAfterEnd = 0
    /// What the OpenID client has been given.
    var grant = CodeGrant()

    /// The contexts of a plain operation.
    struct Contexts: Sendable, Hashable {
      var pre: OperationContext?
      var post: OperationContext?
    }
  }

  /// Where an operation stands (§3).
  enum Phase: Sendable, Hashable {
    /// The backend has begun it.
    case created
    /// The app has begun its part.
    case started
    /// The person has been authenticated, or the device activated; the verification follows.
    case authenticated
    /// The verification has begun.
    case verifying
    /// Everything is done.
    case completed
    case failed(Failure)
    case cancelled
    case expired
    /// A newer operation of the same device took its place.
    case replaced

    var isFinal: Bool {
      switch self {
      case .created, .started, .authenticated, .verifying: false
      case .completed, .failed, .cancelled, .expired, .replaced: true
      }
    }

    var isOpenToApp: Bool { self == .created || self == .started }

    var isOpenToVerification: Bool { self == .authenticated || self == .verifying }

    /// The word of summaries.
    var word: String {
      switch self {
      case .created: "created"
      case .started: "started"
      case .authenticated: "authenticated"
      case .verifying: "verifying"
      case .completed: "completed"
      case .failed(let failure): failure.rawValue
      case .cancelled: "cancelled"
      case .expired: "expired"
      case .replaced: "replaced"
      }
    }

    /// The `status` of the backend's poll; `Pending` is documented, the others are ours (§3).
    var status: String {
      switch self {
      case .created, .started, .authenticated, .verifying: "Pending"
      case .completed: "Completed"
      case .failed: "Failed"
      case .cancelled, .replaced: "Cancelled"
      case .expired: "Expired"
      }
    }
  }

  /// Why an operation failed.
  enum Failure: String, Sendable, Hashable {
    /// Too many wrong PINs.
    case locked
    /// The verification failed.
    case verificationFailed = "verification_failed"
    /// The person left the verification.
    case verificationCancelled = "verification_cancelled"
  }

  /// How many factors an operation asks for (§1b).
  enum AuthenticationLevel: String, Sendable {
    case oneFactor = "ONE_FACTOR"
    case twoFactor = "TWO_FACTOR"
  }
}
