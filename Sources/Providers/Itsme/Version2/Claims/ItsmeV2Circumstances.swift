import Flow

/// The circumstances of a login that claims report besides the person.
struct ItsmeV2Circumstances: Sendable {
  /// When the claims are issued: ages refer to this moment.
  var now: Instant
  var mode: WayToPhone
  /// The address of the phone that approves; `nil` if it is not known.
  var address: String?
  /// True if there was a phone call during the approval.
  var isCalling: Bool
  /// The URL of the document's image, on the base in use (E6).
  var pictureURL: String
}
