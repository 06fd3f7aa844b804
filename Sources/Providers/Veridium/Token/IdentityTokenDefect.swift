import Flow
import JOSE
import JSON
import ProviderKit

extension Veridium {
  /// What can be wrong with an IdentityToken, one thing at a time (§4 5): the defects of all tokens that fit, and ours.
  enum IdentityTokenDefect: String, CaseIterable {
    case badSignature = "bad_signature"
    case unknownKey = "unknown_kid"
    case missingKey = "missing_kid"
    case foreignKey = "foreign_key"
    case noAlgorithm = "alg_none"
    case wrongIssuer = "wrong_issuer"
    case missingIssuer = "missing_issuer"
    case wrongAudience = "wrong_audience"
    case missingAudience = "missing_audience"
    case wrongSubject = "wrong_subject"
    case missingSubject = "missing_subject"
    case expired
    case missingExpiry = "missing_exp"
    case issuedInFuture = "issued_in_future"
    case missingIssuedAt = "missing_iat"
    case wrongSession = "wrong_session"
    case missingSession = "missing_session"
    case tamperedPayload = "tampered_payload"

    /// Whether only this provider knows the defect.
    var isOurs: Bool { own != nil }

    private var own: Term? {
      switch self {
      case .wrongSession: Term(rawValue, "sessionId is another session's: a token that is replayed", .assumed)
      case .missingSession: Term(rawValue, "sessionId is left out", .assumed)
      case .tamperedPayload: Term(rawValue, "sub was changed after signing", .assumed)
      default: nil
      }
    }

    /// The defects as the catalog lists them.
    static var terms: [Term] {
      let common = Dictionary(uniqueKeysWithValues: TokenDefect.terms(.idToken).map { ($0.name, $0) })
      return allCases.compactMap { $0.own ?? common[$0.rawValue] }
    }

    /// The claims that the defect sets, `null` for one that is left out; `nil` when it is not about claims.
    func claims(after session: JSON?) -> JSONObject? {
      switch self {
      case .wrongSession:
        // Another UUID of the same form: the first group is turned around.
        let text = session?.string ?? ""
        return ["sessionId": .string(String(text.prefix(8).reversed()) + text.dropFirst(8))]
      case .missingSession: return ["sessionId": .null]
      default: return nil
      }
    }

    /// The token with another `sub` of the same length in its payload, under the signature of the first.
    static func tampered(_ token: String) -> String {
      let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, let payload = try? Base64URL.decode(parts[1]),
        case .object(var claims)? = try? JSONParser.parse(payload).json, let subject = claims["sub"]?.string
      else { return token }
      let other = subject.last == "x" ? "y" : "x"
      claims["sub"] = .string(subject.dropLast() + other)
      return [parts[0], Base64URL.encode(JSON.object(claims).bytes()), parts[2]].joined(separator: ".")
    }
  }
}
