import Flow

/// The defects of a webhook, one at a time.
enum WebhookDefect: String, CaseIterable {
  case badSignature = "bad_signature"
  case missingSignature = "missing_signature"
  case staleDate = "stale_date"
  case unknownIdentifier = "unknown_id"
  case unknownEvent = "unknown_event"

  var term: Term {
    switch self {
    case .badSignature:
      make(
        "The signature belongs to other data",
        fix: "verify the signature before anything of the message is used")
    case .missingSignature:
      make("There is no signature", fix: "take no message that has no signature")
    case .staleDate:
      make(
        "Signature and date are a day old, as when an old message is sent again",
        fix: "take no message that is older than a few minutes, or whose id and event came before")
    case .unknownIdentifier:
      make(
        "id is not a video's",
        fix: "look the id up among the runs that were begun, and drop what is not there")
    case .unknownEvent: Term(rawValue, "event is a word that no list has", .assumed)
    }
  }

  private func make(_ meaning: String, fix: String) -> Term {
    Term(rawValue, meaning, .assumed, advice: Advice("", fix: fix))
  }
}
