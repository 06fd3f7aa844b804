import Testing

@testable import Crypto

/// Keys that are made once for all tests of this target.
enum Made {
  static let rsa = made { () throws(KeyError) in try PrivateKey.generate(rsaBits: 2048) }
  static let otherRSA = made { () throws(KeyError) in try PrivateKey.generate(rsaBits: 2048) }

  private static func made(_ key: () throws(KeyError) -> PrivateKey) -> PrivateKey {
    do { return try key() } catch { fatalError("\(error)") }
  }

  /// A key for each algorithm: the RSA one, or a new one on the right curve.
  static func key(for algorithm: SignatureAlgorithm) throws -> PrivateKey {
    try algorithm.curve.map { try PrivateKey.generate($0) } ?? rsa
  }
}

@Suite struct `Signatures of RFC 7518 §3` {
  @Test(arguments: SignatureAlgorithm.allCases)
  func `verify with the key that made them, and with no other`(algorithm: SignatureAlgorithm) throws {
    let key = try Made.key(for: algorithm)
    let other = try algorithm.curve.map { try PrivateKey.generate($0) } ?? Made.otherRSA
    let message = utf8("eyJhbGciOiJub25lIn0.e30")
    for _ in 0..<3 {
      let signature = try key.signature(over: message, using: algorithm)
      #expect(try key.publicKey.verify(signature, over: message, using: algorithm))
      #expect(try !other.publicKey.verify(signature, over: message, using: algorithm))
      #expect(try !key.publicKey.verify(signature, over: message + [0], using: algorithm))
    }
  }

  @Test(arguments: SignatureAlgorithm.allCases)
  func `fail when any byte is changed or missing`(algorithm: SignatureAlgorithm) throws {
    let key = try Made.key(for: algorithm)
    let signature = try key.signature(over: [1, 2, 3], using: algorithm)
    for index in signature.indices {
      #expect(try !key.publicKey.verify(flipping(signature, at: index), over: [1, 2, 3], using: algorithm))
    }
    for wrong in [[], Array(signature.dropLast()), signature + [0], [0] + signature] {
      #expect(try !key.publicKey.verify(wrong, over: [1, 2, 3], using: algorithm))
    }
  }

  @Test(arguments: SignatureAlgorithm.allCases)
  func `verify under their own algorithm only`(algorithm: SignatureAlgorithm) throws {
    let key = try Made.key(for: algorithm)
    let signature = try key.signature(over: [7], using: algorithm)
    for other in SignatureAlgorithm.allCases where other != algorithm && other.fits(key.type) {
      #expect(try !key.publicKey.verify(signature, over: [7], using: other))
    }
  }

  @Test(arguments: [SignatureAlgorithm.rs256, .rs384, .rs512])
  func `with RSASSA-PKCS1-v1_5 repeat byte for byte`(algorithm: SignatureAlgorithm) throws {
    let first = try Made.rsa.signature(over: [1], using: algorithm)
    #expect(try Made.rsa.signature(over: [1], using: algorithm) == first)
    #expect(first.count == 256)
  }

  @Test(arguments: [SignatureAlgorithm.ps256, .es256])
  func `with randomness differ from one to the next`(algorithm: SignatureAlgorithm) throws {
    let key = try Made.key(for: algorithm)
    #expect(try key.signature(over: [1], using: algorithm) != key.signature(over: [1], using: algorithm))
  }

  @Test(arguments: [(SignatureAlgorithm.es256, 64), (.es384, 96), (.es512, 132)])
  func `with ECDSA are r and s at full length (RFC 7518 §3.4)`(algorithm: SignatureAlgorithm, length: Int)
    throws
  {
    let key = try Made.key(for: algorithm)
    // Short values of r or s come up once in 128 signatures; all must be filled up.
    for _ in 0..<300 {
      #expect(try key.signature(over: [1], using: algorithm).count == length)
    }
  }

  @Test func `with ECDSA of zeros are not valid`() throws {
    let key = try PrivateKey.generate(.p256)
    #expect(try !key.publicKey.verify(Array(repeating: 0, count: 64), over: [1], using: .es256))
  }

  @Test func `need a key of the right type`() throws {
    let p256 = try PrivateKey.generate(.p256)
    #expect(throws: CryptoError.keyMismatch(algorithm: "ES256", key: .rsa(bits: 2048))) {
      try Made.rsa.signature(over: [], using: .es256)
    }
    #expect(throws: CryptoError.keyMismatch(algorithm: "RS256", key: .ec(.p256))) {
      try p256.signature(over: [], using: .rs256)
    }
    #expect(throws: CryptoError.keyMismatch(algorithm: "ES384", key: .ec(.p256))) {
      try p256.publicKey.verify([], over: [], using: .es384)
    }
  }

  @Test func `that do not fit a short RSA key say so`() throws {
    let short = try PrivateKey.generate(rsaBits: 512)
    let error = #expect(throws: CryptoError.self) { try short.signature(over: [], using: .ps512) }
    guard case .library("sign", _) = error else {
      Issue.record("unexpected \(String(describing: error))")
      return
    }
    // The context that failed serves the next caller.
    #expect(try short.publicKey.verify(short.signature(over: [1], using: .rs256), over: [1], using: .rs256))
  }

  @Test func `can be made by many threads with one key at once`() async throws {
    let key = Made.rsa
    let expected = try key.signature(over: [1, 2], using: .rs256)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<20 {
            let pss = try key.signature(over: [UInt8(task), UInt8(round)], using: .ps256)
            guard try key.publicKey.verify(pss, over: [UInt8(task), UInt8(round)], using: .ps256),
              try key.signature(over: [1, 2], using: .rs256) == expected
            else { return false }
          }
          return true
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
