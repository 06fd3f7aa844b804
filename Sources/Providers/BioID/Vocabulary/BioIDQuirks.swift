import Flow

/// The switches of BioID, each with the row of the contract's section 5 that it resolves.
enum BioIDQuirk: String, Quirk {
  case wrongCredentials = "wrong_credentials"
  case badToken = "bad_token"
  case taskAfterSuccess = "task_after_success"
  case resultAfterExpiry = "result_after_expiry"
  case identificationBCID = "identification_bcid"
  case matches
  case missingBCID = "missing_bcid"
  case classIdentifiers = "class_ids"
  case tokenBody = "token_body"
  case audience
  case samples
  case challengeTags = "challenge_tags"
  case templates
  case crossOrigin = "cors"
  case appError = "app_error"
  case returnError = "return_error"
  case stateEncoding = "state_encoding"

  var term: QuirkTerm {
    switch self {
    case .wrongCredentials:
      choice(
        "What a wrong secret, an unknown App-ID or a foreign BCID gets", .documented,
        ["forbidden", "unauthorized"])
    case .badToken:
      choice("What an expired or forged BWS token gets", .observed, ["unauthorized", "forbidden"])
    case .taskAfterSuccess:
      choice(
        "What another task with the token gets after a success", .documented, ["perform", "refuse"])
    case .resultAfterExpiry:
      choice("What asking for the result after the token's end gets", .assumed, ["answer", "refuse"])
    case .identificationBCID:
      choice("Which BCID the result of an identification names", .documented, ["partition", "token"])
    case .matches:
      choice(
        "Whom an identification names: all who are enrolled in the partition, the others far behind; the same, but close together; the person alone",
        .assumed, Resemblance.allCases.map(\.rawValue))
    case .missingBCID:
      choice(
        "What stands for a BCID that was not given, in token and result", .assumed, ["omit", "empty"])
    case .classIdentifiers:
      choice(
        "Whether class ids may have a sign, as some integrators send them", .documented,
        ["digits", "signed"])
    case .tokenBody:
      choice(
        "How the token is answered: as plain text, or as a quoted JSON string", .documented,
        ["text", "json"])
    case .audience:
      choice(
        "The token's aud: this emulator, or the vendor's https://bws.bioid.com", .assumed,
        ["emulator", "vendor"])
    case .samples:
      choice(
        "Whether samples must be pictures or sound, or only say so", .documented, ["checked", "any"])
    case .challengeTags:
      choice(
        "Whether the samples' tags are compared with the token's challenges", .assumed,
        ["checked", "ignored"])
    case .templates:
      choice(
        "Who is enrolled at first: the people of the world that have a BCID, or nobody", .assumed,
        ["people", "none"])
    case .crossOrigin: flag("Scripts of other origins may call the Web API", .observed, standard: true)
    case .appError:
      flag(
        "The app returns error=user_abort when the person aborts, as the web user interface does",
        .assumed, standard: true)
    case .returnError:
      flag("The web user interface tells on the way back what went wrong", .observed, standard: true)
    case .stateEncoding:
      choice(
        "How state goes into the return: verbatim as in the vendor's samples, or percent-encoded",
        .observed, ["verbatim", "encoded"])
    }
  }
}

/// How much other enrolled people look like the person; choices of the switch `matches`.
enum Resemblance: String, CaseIterable {
  case ranked
  case close
  case single

  /// The score of a place in the ranking, which falls from place to place.
  func score(at place: Int) -> Double {
    guard place > 0 else { return 0.994 }
    let score = self == .close ? 99.4 / Double(100 + place) : 4.97 / Double(10 + place)
    return (score * 1000).rounded() / 1000
  }
}
