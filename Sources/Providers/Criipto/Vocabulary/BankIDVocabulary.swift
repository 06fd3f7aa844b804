import Flow
import ProviderKit

/// The lifetimes of BankID (§1.9, §5 #19).
enum BankIDLifetime: String, Lifetime {
  case start = "bankid_start"
  case order = "bankid_order"
  case noClient = "bankid_no_client"
  case appStart = "bankid_app_start"
  case qrCode = "bankid_qr"
  case completeRecord = "bankid_complete_record"
  case failedRecord = "bankid_failed_record"
  case token = "bankid_id_token"

  var term: LifetimeTerm {
    switch self {
    case .start:
      lasting("Until when the app must have been opened or the QR code scanned", .observed, .seconds(30))
    case .order: lasting("How long an order waits for the person", .observed, .seconds(180))
    case .noClient:
      lasting(
        "When an order with a personal number turns from outstandingTransaction to noClient", .assumed,
        .seconds(5))
    case .appStart: lasting("How long the app is started until it shows the request", .assumed, .seconds(1))
    case .qrCode: lasting("How old a QR code may be when it is scanned", .assumed, .seconds(5))
    case .completeRecord: lasting("How long a completed order can be asked for", .documented, .seconds(180))
    case .failedRecord: lasting("How long a failed order can be asked for", .documented, .seconds(300))
    case .token: lasting("How long after its iat a BankID id_token expires", .observed, .seconds(1200))
    }
  }
}

/// The switches of BankID, each with the question of the contract's section 5 that it resolves.
enum BankIDQuirk: String, Quirk {
  case pollURL = "poll_url"
  case errorChannel = "error_channel"
  case errorText = "error_text"
  case completeError = "complete_error"
  case ssnLock = "ssn_lock"
  case redirect = "launch_redirect"
  case appAnswers = "app_answers"

  var term: QuirkTerm {
    switch self {
    case .pollURL:
      choice(
        "What pollUrl is for native apps: null, or left out as in the guide", .observed,
        ["null", "omitted"])
    case .errorChannel:
      choice(
        "How pollUrl tells a failure: as targetUrl with an error, or as a text with status 400",
        .observed,
        ["target_url", "text"])
    case .errorText:
      choice("Whether texts of a 400 are bare or JSON strings", .observed, ["bare", "quoted"])
    case .completeError:
      choice(
        "How completeUrl tells a failure: as a location with an error, or as a text with status 400",
        .documented,
        ["location", "text"])
    case .ssnLock:
      choice(
        "What another order for a blocked personal number does to the open one: leaves it, or ends it as BankID does",
        .documented, ["hold", "abort_old"])
    case .redirect:
      choice(
        "The redirect of the launch links: of the platform, or none at all as old servers sent to browsers",
        .observed, ["platform", "absent"])
    case .appAnswers:
      choice(
        "When the person approves where the client gets links or a QR code and no page, and no story says more: when the link is opened or the code scanned, or at once",
        .documented, ["when_opened", "at_once"])
    }
  }
}

/// How a BankID login can end, besides the common outcomes.
enum BankIDOutcome: String, CaseIterable {
  case userCancel = "bankid_user_cancel"
  case startFailed = "bankid_start_failed"
  case expired = "bankid_expired_transaction"
  case certificate = "bankid_certificate_err"
  case aborted = "bankid_cancelled"
  case unsupported = "bankid_not_supported_by_user_app"
  case riskBlocked = "bankid_transaction_risk_blocked"
  case callDeclined = "bankid_user_declined_call"
  case cancelledByClient = "bankid_cancelled_by_client"

  var term: Term {
    switch self {
    case .userCancel: Term(rawValue, "The person cancelled, in the BankID app or on the page", .documented)
    case .startFailed: Term(rawValue, "No app was opened with the order in time", .observed)
    case .expired: Term(rawValue, "The app was opened, but the person did not finish in time", .observed)
    case .certificate:
      Term(rawValue, "The person's BankID is revoked, or the code was wrong too often", .documented)
    case .aborted: Term(rawValue, "Another order for the same person ended this one", .documented)
    case .unsupported: Term(rawValue, "The person's app is too old for the order", .documented)
    case .riskBlocked: Term(rawValue, "BankID found the order too risky", .documented)
    case .callDeclined: Term(rawValue, "The person denied to be on the phone with the caller", .documented)
    case .cancelledByClient: Term(rawValue, "The client cancelled the order with cancelUrl", .documented)
    }
  }

  /// The outcome of an order that failed with this hint.
  init(_ hint: BankIDHint) {
    self =
      switch hint {
      case .userCancel: .userCancel
      case .startFailed: .startFailed
      case .expiredTransaction: .expired
      case .cancelled: .aborted
      case .notSupportedByUserApp: .unsupported
      case .transactionRiskBlocked: .riskBlocked
      case .userDeclinedCall: .callDeclined
      case .certificateErr, .outstandingTransaction, .noClient, .started, .userMrtd, .userCallConfirm,
        .userSign:
        .certificate
      }
  }
}
