import COpenSSL

/// A hash function that signatures, message authentication codes and RSA-OAEP are built on.
package enum HashFunction: String, Sendable, Hashable, CaseIterable {
  /// SHA-1: only for RSA-OAEP and for certificate thumbprints.
  case sha1 = "SHA1"
  /// SHA-256 of FIPS 180-4.
  case sha256 = "SHA256"
  /// SHA-384 of FIPS 180-4.
  case sha384 = "SHA384"
  /// SHA-512 of FIPS 180-4.
  case sha512 = "SHA512"

  /// The length of a hash in bytes.
  package var length: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// The hash of these bytes.
  package func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: length)
    let done = unsafe EVP_Digest(bytes, bytes.count, &hash, nil, implementation.pointer, nil)
    // A digest of memory fails only when memory has run out.
    guard done == 1 else { fatalError("\(rawValue) failed: \(Library.takeError())") }
    return hash
  }

  var implementation: Fetched {
    switch self {
    case .sha1: Self.fetchedSHA1
    case .sha256: Self.fetchedSHA256
    case .sha384: Self.fetchedSHA384
    case .sha512: Self.fetchedSHA512
    }
  }

  private static let fetchedSHA1 = Fetched.digest("SHA1")
  private static let fetchedSHA256 = Fetched.digest("SHA256")
  private static let fetchedSHA384 = Fetched.digest("SHA384")
  private static let fetchedSHA512 = Fetched.digest("SHA512")
}

/// Hashes of bytes in memory, by the name of the function.
package enum Digest {
  /// The 20 bytes of SHA-1.
  package static func sha1(_ bytes: [UInt8]) -> [UInt8] { HashFunction.sha1.hash(bytes) }
  /// The 32 bytes of SHA-256.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] { HashFunction.sha256.hash(bytes) }
  /// The 48 bytes of SHA-384.
  package static func sha384(_ bytes: [UInt8]) -> [UInt8] { HashFunction.sha384.hash(bytes) }
  /// The 64 bytes of SHA-512.
  package static func sha512(_ bytes: [UInt8]) -> [UInt8] { HashFunction.sha512.hash(bytes) }
}
