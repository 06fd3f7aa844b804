import Flow

/// What claims say beside the person: how and when the login went.
struct ItsmeV2Circumstances: Sendable {
  /// When the claims are given out: ages are counted at this moment.
  var now: Instant
  var mode: WayToPhone
  /// The address of the phone that approves; `nil` if it is not known.
  var address: String?
  /// True if there was a phone call during the approval.
  var isCalling: Bool
  /// Where the image of the document is read, on the base in use (E6).
  var pictureURL: String
}
