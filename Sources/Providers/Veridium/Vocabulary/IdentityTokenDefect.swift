import Flow
import JOSE
import JSON
import ProviderKit

/// The defects that only an IdentityToken can have, one at a time (§4 5).
enum IdentityTokenDefect: String, CaseIterable {
  case wrongSession = "wrong_session"
  case missingSession = "missing_session"
  case tamperedPayload = "tampered_payload"

  private var term: Term {
    switch self {
    case .wrongSession:
      make(
        "sessionId is another session's: a token that is replayed",
        fix: "compare sessionId with the session that was begun for this person")
    case .missingSession:
      make(
        "sessionId is left out",
        fix: "refuse a token that names no session, or ask the server for its status")
    case .tamperedPayload:
      make("sub was changed after signing", fix: "verify the signature with the key that was provisioned")
    }
  }

  private func make(_ meaning: String, fix: String) -> Term {
    Term(rawValue, meaning, .assumed, advice: Advice("", fix: fix))
  }

  /// The defects in the catalog: those of all tokens that apply, and those above.
  static var terms: [Term] {
    // An IdentityToken has no nonce and is not encrypted.
    let others: Set<TokenDefect> = [
      .wrongNonce, .missingNonce, .encryptedToWrongKey, .innerSignatureBroken,
    ]
    let names = Set(others.union(TokenDefect.ofIDTokens).map { $0.rawValue })
    return TokenDefect.terms(.idToken).filter { !names.contains($0.name) } + allCases.map { $0.term }
  }

  /// The claims that the defect sets, `null` for one to leave out; `nil` if it is not about claims.
  func claims(after session: JSON?) -> JSONObject? {
    switch self {
    case .wrongSession:
      // Another UUID of the same form: the first group is reversed.
      let text = session?.string ?? ""
      return ["sessionId": .string(String(text.prefix(8).reversed()) + text.dropFirst(8))]
    case .missingSession: return ["sessionId": .null]
    case .tamperedPayload: return nil
    }
  }

  /// The token with another `sub` of the same length in its payload, under the original signature.
  static func tampered(_ token: String) -> String {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let payload = try? Base64URL.decode(parts[1]),
      case .object(var claims)? = try? JSON(parsing: payload), let subject = claims["sub"]?.string
    else { return token }
    let other = subject.last == "x" ? "y" : "x"
    claims["sub"] = .string(subject.dropLast() + other)
    return [parts[0], Base64URL.encode(JSON.object(claims).bytes()), parts[2]].joined(separator: ".")
  }
}
