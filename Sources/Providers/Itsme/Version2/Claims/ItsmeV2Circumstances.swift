import Flow

/// What claims say beside the person: how and when the login went.
struct ItsmeV2Circumstances: Sendable {
  /// When the claims are given out: ages are counted at this moment.
  var now: Instant
  var mode: IdentificationMode
  /// The address of the phone that approves; `nil` if it is not known.
  var address: String?
  /// True if there was a phone call during the approval.
  var isCalling: Bool
  /// Where the image of the document is read, on the base in use (E6).
  var pictureURL: String

  /// How the person came into the app (C21).
  enum IdentificationMode: String, Sendable {
    /// By scanning the code of itsme's page.
    case scanned = "QR"
    /// By a phone number.
    case typed = "MSISDN"
    /// From the browser of the same phone.
    case linked = "a2a"
  }
}
