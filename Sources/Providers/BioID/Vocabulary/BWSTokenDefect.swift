import Flow

/// The defects that a scenario can give a BWS token.
enum BWSTokenDefect: String, CaseIterable {
  case badSignature = "bad_signature"
  case noAlgorithm = "alg_none"
  case wrongIssuer = "wrong_issuer"
  case wrongAudience = "wrong_audience"
  case wrongBCID = "wrong_bcid"
  case wrongTask = "wrong_task"
  case missingTask = "missing_task"
  case missingTraits = "missing_traits"
  case missingExpiry = "missing_exp"
  case missingChallenge = "missing_challenge"
  case expired
  case notYetValid = "not_yet_valid"

  var term: Term { Term(rawValue, meaning, .assumed) }

  private var meaning: String {
    switch self {
    case .badSignature: "The signature belongs to other data; the Web API refuses the token"
    case .noAlgorithm: "alg is none and the signature is empty; the Web API refuses the token"
    case .wrongIssuer: "iss is not BWS"
    case .wrongAudience: "aud is another host of the same length, where nothing answers"
    case .wrongBCID: "bcid is another class id"
    case .wrongTask: "task has the bits of another task"
    case .missingTask: "task is left out; the Android app refuses the token"
    case .missingTraits: "traits is left out; the Android app refuses the token"
    case .missingExpiry: "exp is left out; the Android app refuses the token"
    case .missingChallenge: "task asks for challenges, but there are none"
    case .expired: "nbf and exp lie twenty minutes back; the Web API refuses the token"
    case .notYetValid: "nbf and exp lie ten minutes ahead"
    }
  }
}
