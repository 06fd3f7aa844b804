import COpenSSL

package enum HashFunction: String, Sendable, Hashable, CaseIterable {
  /// Only for RSA-OAEP and for certificate thumbprints.
  case sha1 = "SHA1"
  case sha256 = "SHA256"
  case sha384 = "SHA384"
  case sha512 = "SHA512"

  /// In bytes.
  package var length: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

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

package enum Digest {
  package static func sha1(_ bytes: [UInt8]) -> [UInt8] { HashFunction.sha1.hash(bytes) }
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] { HashFunction.sha256.hash(bytes) }
  package static func sha384(_ bytes: [UInt8]) -> [UInt8] { HashFunction.sha384.hash(bytes) }
  package static func sha512(_ bytes: [UInt8]) -> [UInt8] { HashFunction.sha512.hash(bytes) }
}
