import Crypto
import JOSE

/// The claim `c_hash` of an id_token that comes beside a code (OpenID Connect Core §3.3.2.11).
package enum CodeHash {
  /// The left half of the code's SHA-256, for tokens that are signed with RS256.
  package static func of(_ code: String) -> String {
    Base64URL.encode(Array(Digest.sha256(Array(code.utf8)).prefix(16)))
  }
}
