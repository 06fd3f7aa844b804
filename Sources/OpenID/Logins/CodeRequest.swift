/// What every request of the code flow contains, after its rules were applied.
package struct CodeRequest: Sendable {
  package let redirectURI: String
  package let state: String?
  package let nonce: String?
  package let proofKey: ProofKey?
  package let maximumAge: Int?
  /// The issuer at the address under which the login begins.
  package let issuer: String
}
