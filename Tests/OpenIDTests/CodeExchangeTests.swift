import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit
import Testing

@Suite struct `An authorization code` {
  private let now = Instant(seconds: 1000)

  private func code(sent: Int64 = 1000, isRedeemed: Bool = false, challenge: String? = nil) -> CodeExchange {
    CodeExchange(
      client: "a", redirectURI: "https://a.test/cb",
      proofKey: challenge.flatMap { ProofKey(challenge: $0, method: "plain") }, sent: Instant(seconds: sent),
      lifetime: .seconds(60), isRedeemed: isRedeemed)
  }

  private func problem(
    _ code: CodeExchange, client: String = "a", uri: String? = "https://a.test/cb", verifier: String? = nil
  ) -> CodeExchange.Problem? {
    code.problem(for: client, redirectURI: uri, verifier: verifier, at: now)
  }

  @Test func `is for its redirect URI also as the client wrote it`() {
    let code = CodeExchange(
      client: "a", redirectURI: "https://a.test/cb", writtenAs: "https://a.test/cb#x", proofKey: nil,
      sent: now, lifetime: .seconds(60), isRedeemed: false)
    #expect(problem(code, uri: "https://a.test/cb#x") == nil && problem(code) == nil)
    #expect(problem(code, uri: "https://a.test/cb#y") == .redirectMismatch)
    #expect(problem(code, uri: nil) == .redirectMismatch)
  }

  @Test func `is for its client, once, in time, with its redirect URI (RFC 6749 4_1_3)`() {
    #expect(problem(code()) == nil)
    #expect(problem(code(), client: "b") == .ofOtherClient("a"))
    #expect(problem(code(isRedeemed: true)) == .reused)
    #expect(problem(code(sent: 941)) == nil)
    #expect(problem(code(sent: 940)) == .expired(age: .seconds(60)))
    #expect(problem(code(), uri: "https://a.test/other") == .redirectMismatch)
    #expect(problem(code(), uri: nil) == .redirectMismatch)
    #expect(
      code().problem(for: "a", redirectURI: nil, verifier: nil, at: now, requiresRedirectURI: false) == nil)
  }

  @Test func `with a challenge wants its verifier (RFC 7636 4_6)`() {
    let verifier = String(repeating: "v", count: 43)
    #expect(problem(code(challenge: verifier), verifier: verifier) == nil)
    #expect(problem(code(challenge: verifier)) == .verifierMissing)
    #expect(problem(code(challenge: verifier), verifier: "") == .verifierMissing)
    #expect(
      problem(code(challenge: verifier), verifier: String(repeating: "w", count: 43)) == .verifierMismatch)
    for malformed in [String(verifier.dropLast()), verifier + verifier + verifier, "\(verifier)%"] {
      #expect(problem(code(challenge: verifier), verifier: malformed) == .verifierMalformed)
    }
  }
}
