import Flow
import JSON

/// The defects of a result, one at a time; its status is `Completed` all the same (§4.9).
enum ResultDefect: String, CaseIterable {
  case verySmallSimilarity = "very_low_similarity"
  case smallSimilarity = "low_similarity"
  case mediumSimilarity = "medium_similarity"
  case notLive = "not_live"
  case copy = "black_and_white_copy"
  case sidesDiffer = "sides_differ"
  case dataAltered = "data_altered"
  case initialsDiffer = "initials_differ"
  case documentExpired = "document_expired"
  case underage
  case missingDocumentNumber = "missing_document_number"
  case emptyExpiryDate = "empty_expiry_date"
  case missingFront = "missing_front"
  case wrongIdentifier = "wrong_id"
  case errorMember = "error_member"

  var term: Term {
    switch self {
    case .verySmallSimilarity: make("similarityLevel is VeryLow", .observed)
    case .smallSimilarity: make("similarityLevel is Low", .observed)
    case .mediumSimilarity: make("similarityLevel is Medium", .observed)
    case .notLive: make("The check liveness failed", .observed)
    case .copy: make("The check notBWCopy failed: a copy was shown", .observed)
    case .sidesDiffer: make("The check sidesMatch failed: front and back are of two documents", .observed)
    case .dataAltered: make("The check dataIntegrity failed", .observed)
    case .initialsDiffer: make("The check initialsMatch failed", .observed)
    case .documentExpired: make("The document expired a month ago, and nonExpired failed", .observed)
    case .underage: make("The person turns 18 in a year, and notUnderage failed", .observed)
    case .missingDocumentNumber: make("The document's number is left out", .observed)
    case .emptyExpiryDate: make("expiryDate is an empty text", .observed)
    case .missingFront: make("The picture of the document is left out", .assumed)
    case .wrongIdentifier: make("id is another video's", .assumed)
    case .errorMember: make("An object with error comes with 200", .observed)
    }
  }

  private func make(_ meaning: String, _ basis: Basis) -> Term {
    Term(rawValue, meaning, basis, advice: fix.map { Advice("", fix: $0) })
  }

  /// What a client has to do about it; `nil` if that depends on the client's needs.
  private var fix: String? {
    switch self {
    case .verySmallSimilarity, .smallSimilarity: "demand a similarityLevel of Medium at least"
    case .wrongIdentifier: "compare id with that of the run that was begun"
    case .errorMember: "look for the member error before anything else of the answer is used"
    default: failedCheck.map { "read securityChecks, and trust no result in which \($0) failed" }
    }
  }

  /// The member of the check that fails.
  var failedCheck: String? {
    switch self {
    case .notLive: "liveness"
    case .copy: "notBWCopy"
    case .sidesDiffer: "sidesMatch"
    case .dataAltered: "dataIntegrity"
    case .initialsDiffer: "initialsMatch"
    case .documentExpired: "nonExpired"
    case .underage: "notUnderage"
    default: nil
    }
  }

  /// Applies those defects that change a finished result.
  func apply(to result: inout JSONObject) {
    switch self {
    case .missingDocumentNumber:
      change("document", of: &result) { document in
        document["documentNumber"] = nil
        document["passportNumber"] = nil
      }
    case .emptyExpiryDate: change("document", of: &result) { $0["expiryDate"] = "" }
    case .missingFront:
      change("document", of: &result) { document in
        document["front"] = nil
        document["scan"] = nil
      }
    case .wrongIdentifier:
      // The same form, but another video's id.
      if let identifier = result["id"]?.string {
        let last = identifier.last == "0" ? "1" : "0"
        result["id"] = .string(identifier.dropLast() + last)
      }
    case .errorMember:
      result = ["error": "server_error", "message": "The result is not available"]
    default: break
    }
  }

  private func change(_ name: String, of result: inout JSONObject, _ change: (inout JSONObject) -> Void) {
    guard var object = result[name]?.object else { return }
    change(&object)
    result[name] = .object(object)
  }
}
