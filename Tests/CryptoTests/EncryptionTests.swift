import Testing

@testable import Crypto

@Suite struct `Content encryption of RFC 7518 §5` {
  /// A case of RFC 7518 appendix B.
  struct Case: Sendable {
    let encryption: ContentEncryption
    let keyLength: UInt8
    let ciphertext: String
    let tag: String
  }

  static let cases = [
    Case(
      encryption: .a128cbcHS256, keyLength: 32,
      ciphertext: """
        c80edfa32ddf39d5ef00c0b468834279a2e46a1b8049f792f76bfe54b903a9c9
        a94ac9b47ad2655c5f10f9aef71427e2fc6f9b3f399a221489f16362c7032336
        09d45ac69864e3321cf82935ac4096c86e133314c54019e8ca7980dfa4b9cf1b
        384c486f3a54c51078158ee5d79de59fbd34d848b3d69550a67646344427ade5
        4b8851ffb598f7f80074b9473c82e2db
        """,
      tag: "652c3fa36b0a7c5b3219fab3a30bc1c4"),
    Case(
      encryption: .a192cbcHS384, keyLength: 48,
      ciphertext: """
        ea65da6b59e61edb419be62d19712ae5d303eeb50052d0dfd6697f77224c8edb
        000d279bdc14c1072654bd30944230c657bed4ca0c9f4a8466f22b226d174621
        4bf8cfc2400add9f5126e479663fc90b3bed787a2f0ffcbf3904be2a641d5c21
        05bfe591bae23b1d7449e532eef60a9ac8bb6c6b01d35d49787bcd57ef484927
        f280adc91ac0c4e79c7b11efc60054e3
        """,
      tag: "8490ac0e58949bfe51875d733f93ac2075168039ccc733d7"),
    Case(
      encryption: .a256cbcHS512, keyLength: 64,
      ciphertext: """
        4affaaadb78c31c5da4b1b590d10ffbd3dd8d5d302423526912da037ecbcc7bd
        822c301dd67c373bccb584ad3e9279c2e6d12a1374b77f077553df829410446b
        36ebd97066296ae6427ea75c2e0846a11a09ccf5370dc80bfecbad28c73f09b3
        a3b75e662a2594410ae496b2e2e6609e31e6e02cc837f053d21f37ff4f51950b
        be2638d09dd7a4930930806d0703b1f6
        """,
      tag: "4dd3b4c088a7f45c216839645b2012bf2e6269a8c56a816dbc1b267761955bc5"),
  ]

  static let plaintext = utf8(
    "A cipher system must not be required to be secret, and it must be able to fall into the hands of the enemy "
      + "without inconvenience")
  static let vector = hex("1af38c2dc2b96ffdd86694092341bc04")
  static let additionalData = utf8("The second principle of Auguste Kerckhoffs")

  @Test(arguments: cases) func `RFC 7518 appendix B vectors`(vector: Case) throws {
    let key = Array(0..<vector.keyLength)
    let sealed = try vector.encryption.seal(
      Self.plaintext, key: key, initializationVector: Self.vector, additionalData: Self.additionalData)
    #expect(sealed.ciphertext == hex(vector.ciphertext))
    #expect(sealed.tag == hex(vector.tag))
    #expect(
      try vector.encryption.open(
        sealed, key: key, initializationVector: Self.vector, additionalData: Self.additionalData)
        == Self.plaintext)
  }

  /// Something sealed, with everything that opens it.
  private struct Box {
    let encryption: ContentEncryption
    let plaintext: [UInt8]
    var key: [UInt8]
    var vector: [UInt8]
    var data: [UInt8] = [1, 2, 3]
    var sealed: ContentEncryption.Sealed

    init(_ encryption: ContentEncryption, _ plaintext: [UInt8]) throws {
      self.encryption = encryption
      self.plaintext = plaintext
      key = randomBytes(encryption.keyLength)
      vector = randomBytes(encryption.initializationVectorLength)
      sealed = try encryption.seal(plaintext, key: key, initializationVector: vector, additionalData: data)
    }

    func open() throws(CryptoError) -> [UInt8] {
      try encryption.open(sealed, key: key, initializationVector: vector, additionalData: data)
    }
  }

  @Test(arguments: ContentEncryption.allCases)
  func `opens what it sealed at every length around a block`(encryption: ContentEncryption) throws {
    for length in 0...50 {
      let box = try Box(encryption, Array(repeating: 7, count: length))
      #expect(try box.open() == box.plaintext)
      #expect(box.sealed.tag.count == encryption.tagLength)
    }
  }

  @Test(arguments: ContentEncryption.allCases)
  func `refuses a change of any byte of key, vector, data, ciphertext or tag`(
    encryption: ContentEncryption
  ) throws {
    let box = try Box(encryption, Array(0..<40))
    var changed: [Box] = []
    func change(_ count: Int, _ apply: (inout Box, Int) -> Void) {
      for index in 0..<count {
        var copy = box
        apply(&copy, index)
        changed.append(copy)
      }
    }
    // With CBC the MAC covers everything but the second half of the key, which fails at the padding, if at all.
    let covered = encryption.initializationVectorLength == 16 ? box.key.count / 2 : box.key.count
    change(covered) { $0.key = flipping($0.key, at: $1) }
    change(box.vector.count) { $0.vector = flipping($0.vector, at: $1) }
    change(box.data.count) { $0.data = flipping($0.data, at: $1) }
    change(box.sealed.ciphertext.count) { $0.sealed.ciphertext = flipping($0.sealed.ciphertext, at: $1) }
    change(box.sealed.ciphertext.count) { $0.sealed.ciphertext = Array($0.sealed.ciphertext.prefix($1)) }
    change(box.sealed.tag.count) { $0.sealed.tag = flipping($0.sealed.tag, at: $1) }
    for box in changed {
      #expect(throws: CryptoError.authenticationFailed) { try box.open() }
    }
  }

  @Test(arguments: ContentEncryption.allCases)
  func `names the input whose length is wrong`(encryption: ContentEncryption) throws {
    let whole = try Box(encryption, [1])
    var box = whole
    box.key.removeLast()
    #expect(throws: CryptoError.wrongLength(.key, expected: whole.key.count, actual: box.key.count)) {
      try box.open()
    }
    box = whole
    box.vector.append(0)
    #expect(
      throws: CryptoError.wrongLength(
        .initializationVector, expected: whole.vector.count, actual: box.vector.count)
    ) { try box.open() }
    box = whole
    box.sealed.tag.removeLast()
    #expect(
      throws: CryptoError.wrongLength(.tag, expected: encryption.tagLength, actual: encryption.tagLength - 1)
    ) { try box.open() }
  }
}

@Suite struct `AES key wrap of RFC 3394` {
  @Test func `RFC 3394 §4.1 wraps 128 bits with 128 bits`() throws {
    let wrapped = try AESKeyWrap.a128kw.wrap(
      hex("00112233445566778899AABBCCDDEEFF"), with: hex("000102030405060708090A0B0C0D0E0F"))
    #expect(wrapped == hex("1FA68B0A8112B447AEF34BD8FB5A7B829D3E862371D2CFE5"))
  }

  @Test func `RFC 3394 §4.3 wraps 128 bits with 256 bits`() throws {
    let wrapped = try AESKeyWrap.a256kw.wrap(hex("00112233445566778899AABBCCDDEEFF"), with: Array(0..<32))
    #expect(wrapped == hex("64E8C3F9CE0F5BA263E9777905818A2A93C8191E7D6E8AE7"))
  }

  @Test func `RFC 3394 §4.6 wraps 256 bits with 256 bits`() throws {
    let key = hex("00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F")
    let wrapped = try AESKeyWrap.a256kw.wrap(key, with: Array(0..<32))
    #expect(
      wrapped == hex("28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21"))
    #expect(try AESKeyWrap.a256kw.unwrap(wrapped, with: Array(0..<32)) == key)
  }

  @Test(arguments: AESKeyWrap.allCases) func `finds a change of any byte`(wrap: AESKeyWrap) throws {
    let key = randomBytes(wrap.keyLength)
    let wrapped = try wrap.wrap(Array(0..<64), with: key)
    for index in wrapped.indices {
      #expect(throws: CryptoError.authenticationFailed) {
        try wrap.unwrap(flipping(wrapped, at: index), with: key)
      }
    }
    for index in key.indices {
      #expect(throws: CryptoError.authenticationFailed) {
        try wrap.unwrap(wrapped, with: flipping(key, at: index))
      }
    }
  }

  @Test func `takes whole blocks of eight bytes only`() throws {
    let key = randomBytes(16)
    #expect(throws: CryptoError.wrongLength(.contentKey, expected: 24, actual: 17)) {
      try AESKeyWrap.a128kw.wrap(Array(repeating: 0, count: 17), with: key)
    }
    #expect(throws: CryptoError.wrongLength(.encryptedKey, expected: 24, actual: 8)) {
      try AESKeyWrap.a128kw.unwrap(Array(repeating: 0, count: 8), with: key)
    }
    #expect(throws: CryptoError.wrongLength(.key, expected: 32, actual: 16)) {
      try AESKeyWrap.a256kw.wrap(Array(repeating: 0, count: 16), with: key)
    }
  }
}

@Suite struct `RSA encryption of RFC 7518 §4` {
  @Test(arguments: RSAEncryption.allCases)
  func `decrypts under its own key only`(algorithm: RSAEncryption) throws {
    for length in [0, 1, 16, 64, 256 - algorithm.overhead] {
      let message = randomBytes(length)
      let encrypted = try Made.rsa.publicKey.encrypt(message, using: algorithm)
      #expect(encrypted.count == 256)
      #expect(try Made.rsa.decrypt(encrypted, using: algorithm) == message)
      // OpenSSL with implicit rejection gives random bytes for RSA1_5 instead of an error.
      #expect((try? Made.otherRSA.decrypt(encrypted, using: algorithm)) != message || message.isEmpty)
    }
  }

  @Test(arguments: [RSAEncryption.oaep, .oaep256])
  func `names a wrong key, a wrong hash and a changed ciphertext`(algorithm: RSAEncryption) throws {
    let encrypted = try Made.rsa.publicKey.encrypt([1, 2, 3], using: algorithm)
    let other: RSAEncryption = algorithm == .oaep ? .oaep256 : .oaep
    #expect(throws: CryptoError.decryptionFailed) { try Made.otherRSA.decrypt(encrypted, using: algorithm) }
    #expect(throws: CryptoError.decryptionFailed) { try Made.rsa.decrypt(encrypted, using: other) }
    for index in stride(from: 0, to: encrypted.count, by: 16) {
      #expect(throws: CryptoError.decryptionFailed) {
        try Made.rsa.decrypt(flipping(encrypted, at: index), using: algorithm)
      }
    }
    #expect(try Made.rsa.decrypt(encrypted, using: algorithm) == [1, 2, 3])
  }

  @Test(arguments: RSAEncryption.allCases)
  func `names a wrong length`(algorithm: RSAEncryption) throws {
    let limit = 256 - algorithm.overhead
    #expect(throws: CryptoError.messageTooLong(limit: limit, actual: limit + 1)) {
      try Made.rsa.publicKey.encrypt(Array(repeating: 0, count: limit + 1), using: algorithm)
    }
    #expect(throws: CryptoError.wrongLength(.encryptedKey, expected: 256, actual: 255)) {
      try Made.rsa.decrypt(Array(repeating: 0, count: 255), using: algorithm)
    }
  }

  @Test func `needs an RSA key`() throws {
    let key = try PrivateKey.generate(.p256)
    #expect(throws: CryptoError.keyMismatch(algorithm: "RSA-OAEP", key: .ec(.p256))) {
      try key.publicKey.encrypt([1], using: .oaep)
    }
    #expect(throws: CryptoError.keyMismatch(algorithm: "RSA-OAEP-256", key: .ec(.p256))) {
      try key.decrypt([1], using: .oaep256)
    }
  }
}
