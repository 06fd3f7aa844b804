import Flow
import HTTP
import OpenID
import ProviderKit
import Testing

@Suite struct `A proof key (RFC 7636)` {
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  @Test func `made with S256 accepts the verifier of appendix B`() {
    let key = ProofKey(challenge: Self.challenge, method: "S256")
    #expect(key?.accepts(Self.verifier) == true)
    #expect(key?.accepts(Self.challenge) == false)
  }

  @Test func `is plain where no method was sent (4_3)`() {
    let key = ProofKey(challenge: Self.verifier, method: nil)
    #expect(key?.method == .plain)
    #expect(key?.accepts(Self.verifier) == true)
    #expect(key?.accepts(Self.challenge) == false)
  }

  @Test(arguments: ["s256", "S512", ""]) func `has no other methods (4_2)`(method: String) {
    #expect(ProofKey(challenge: Self.challenge, method: method) == nil)
  }

  @Test(arguments: [0, 42, 129]) func `has 43 to 128 characters (4_1, 4_2)`(count: Int) {
    #expect(ProofKey(challenge: String(repeating: "a", count: count), method: "plain") == nil)
    let key = ProofKey(challenge: Self.challenge, method: "S256")
    #expect(key?.accepts(String(repeating: "a", count: count)) == false)
  }

  @Test(arguments: [43, 128]) func `may have as many characters as the limits say`(count: Int) {
    let text = String(repeating: "~", count: count)
    #expect(ProofKey(challenge: text, method: "plain")?.accepts(text) == true)
  }

  @Test(arguments: ["=", "+", "/", " ", "é", "%"]) func `has unreserved characters only (4_1)`(
    character: String
  ) {
    let text = String(Self.verifier.dropLast()) + character
    #expect(ProofKey(challenge: text, method: "plain") == nil)
  }
}
