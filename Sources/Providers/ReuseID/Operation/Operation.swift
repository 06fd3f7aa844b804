import Flow
import OpenID
import ProviderKit

extension ReuseID {
  /// What ReuseID keeps of one operation: a step-up, an onboarding, or a plain MobileID operation.
  struct Operation: Sendable {
    enum Purpose: String, Sendable {
      /// A new device, followed by a verification of the person's identity.
      case onboarding
      /// An existing device, followed by a verification of the person's identity.
      case stepUp = "step_up"
      /// An existing device, and nothing else.
      case authentication
      /// A new device, and nothing else.
      case registration

      /// True if the person's identity is verified after the device has done its part.
      var isVerified: Bool { self == .onboarding || self == .stepUp }
      var isActivation: Bool { self == .onboarding || self == .registration }
    }

    /// Who began it, and how its end is reported.
    enum Channel: String, Sendable {
      /// The ReuseID API: the backend polls.
      case api
      /// The API of a server on the customer's own premises.
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
    /// `nil` without OpenID Connect.
    var request: OpenIDRequest?
    var level = AuthenticationLevel.twoFactor
    /// What the person does each time the app asks; empty if a simulated handset acts on the clock.
    var answers: [PhoneStep] = []

    /// The `session_id` that the app may send.
    let session: String
    /// The code that activates the device; `nil` if none is activated.
    let activationCode: String?
    /// The number in the push message.
    let pushSession: Int
    /// The text in the push message.
    var pushPayload: String?
    /// True if a push message tells the phone.
    var isPushed = true
    /// The name of a device to be registered.
    var deviceName: String?
    /// The method that the client demands.
    var wantedMethod: AuthenticationMethod?

    var phase = Phase.created
    /// When its present phase ends.
    var deadline: Instant
    /// When the app began, and when it was authenticated and over.
    var started: Instant?
    var authenticated: Instant?
    var ended: Instant?
    /// How the person authenticated.
    var method: AuthenticationMethod?
    /// Where the app continues; set once the verification is ordered.
    var continuation: SignicatOperation.Continuation?
    /// What the person does at each verification; empty if the verifying provider decides.
    var conduct: [IdentityVerifications.Conduct] = []
    /// Why the verification failed, in the verifying provider's words.
    var failureDetail: String?
    /// How many verifications may still fail before the operation does.
    var retriesLeft = 0
    /// How many steps of the timeline have been applied.
    var settledSteps = 0
    /// True once the app was told that time ran out: 209 the first time, then 208 (§3).
    var isExpiryTold = false
    /// Status polls after the end.
    var pollsAfterEnd = 0
    /// What the OpenID client has been given.
    var grant = CodeGrant()

    struct Contexts: Sendable, Hashable {
      var pre: OperationContext?
      var post: OperationContext?
    }
  }

  /// The phases of an operation (§3).
  enum Phase: Sendable, Hashable {
    /// The backend has begun it.
    case created
    /// The app has begun its part.
    case started
    /// The person was authenticated, or the device activated; the verification follows.
    case authenticated
    /// The verification has begun.
    case verifying
    case completed
    case failed(Failure)
    case cancelled
    case expired
    /// A newer operation of the same device replaced it.
    case replaced

    var isFinal: Bool {
      switch self {
      case .created, .started, .authenticated, .verifying: false
      case .completed, .failed, .cancelled, .expired, .replaced: true
      }
    }

    var isOpenToApp: Bool { self == .created || self == .started }

    var isOpenToVerification: Bool { self == .authenticated || self == .verifying }

    /// Its name in summaries.
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
      case .cancelled, .replaced, .failed(.verificationCancelled): "Cancelled"
      case .failed: "Failed"
      case .expired: "Expired"
      }
    }
  }

  enum Failure: String, Sendable, Hashable {
    /// Too many wrong PINs.
    case locked
    case verificationFailed = "verification_failed"
    /// The person left the verification.
    case verificationCancelled = "verification_cancelled"
  }
}
