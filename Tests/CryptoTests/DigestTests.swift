import Testing

@testable import Crypto

@Suite struct `Digests and message authentication codes` {
  @Test func `FIPS 180-4 hashes of abc`() {
    #expect(Digest.sha1(utf8("abc")) == hex("a9993e364706816aba3e25717850c26c9cd0d89d"))
    #expect(
      Digest.sha256(utf8("abc")) == hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    #expect(
      Digest.sha384(utf8("abc"))
        == hex(
          """
          cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed
          8086072ba1e7cc2358baeca134c825a7
          """))
    #expect(
      Digest.sha512(utf8("abc"))
        == hex(
          """
          ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a
          2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
          """))
  }

  @Test func `The hash of nothing is that of the empty message`() {
    #expect(Digest.sha256([]) == hex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
  }

  /// A case of RFC 4231 §4.
  struct Case: Sendable {
    let key: [UInt8]
    let message: [UInt8]
    let sha256: String
    let sha384: String
    let sha512: String
  }

  static let cases = [
    Case(
      key: Array(repeating: 0x0b, count: 20), message: utf8("Hi There"),
      sha256: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
      sha384: """
        afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59c
        faea9ea9076ede7f4af152e8b2fa9cb6
        """,
      sha512: """
        87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde
        daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854
        """),
    Case(
      key: utf8("Jefe"), message: utf8("what do ya want for nothing?"),
      sha256: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      sha384: """
        af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e
        8e2240ca5e69e2c78b3239ecfab21649
        """,
      sha512: """
        164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554
        9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737
        """),
    Case(
      key: Array(repeating: 0xaa, count: 20), message: Array(repeating: 0xdd, count: 50),
      sha256: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
      sha384: """
        88062608d3e6ad8a0aa2ace014c8a86f0aa635d947ac9febe83ef4e55966144b
        2a5ab39dc13814b94e3ab6e101a34f27
        """,
      sha512: """
        fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39
        bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb
        """),
    Case(
      key: Array(1...25), message: Array(repeating: 0xcd, count: 50),
      sha256: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
      sha384: """
        3e8a69b7783c25851933ab6290af6ca77a9981480850009cc5577c6e1f573b4e
        6801dd23c4a7d679ccf8a386c674cffb
        """,
      sha512: """
        b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3db
        a91ca5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd
        """),
    Case(
      key: Array(repeating: 0xaa, count: 131),
      message: utf8("Test Using Larger Than Block-Size Key - Hash Key First"),
      sha256: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
      sha384: """
        4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c6
        0c2ef6ab4030fe8296248df163f44952
        """,
      sha512: """
        80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352
        6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598
        """),
    Case(
      key: Array(repeating: 0xaa, count: 131),
      message: utf8(
        "This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm."),
      sha256: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
      sha384: """
        6617178e941f020d351e2f254e8fd32c602420feb0b8fb9adccebb82461e99c5
        a678cc31e799176d3860e6110c46523e
        """,
      sha512: """
        e37b6a775dc87dbaa4dfa9f96e5e3ffddebd71f8867289865df5a32d20cdc944
        b6022cac3c4982b10d5eeb55c3e4de15134676fb6de0446065c97440fa8c6a58
        """),
  ]

  @Test(arguments: cases) func `RFC 4231 §4 codes`(vector: Case) {
    #expect(HMAC.sha256(key: vector.key, vector.message) == hex(vector.sha256))
    #expect(HMAC.code(for: vector.message, key: vector.key, hash: .sha384) == hex(vector.sha384))
    #expect(HMAC.code(for: vector.message, key: vector.key, hash: .sha512) == hex(vector.sha512))
  }

  @Test(arguments: cases) func `RFC 4231 §4 codes of a key that is used again`(vector: Case) {
    let key = HMACKey(vector.key)
    for _ in 0..<3 {
      #expect(key.code(for: vector.message) == hex(vector.sha256))
      #expect(key.code(for: []) == HMAC.sha256(key: vector.key, []))
    }
  }

  @Test func `A key may be used by many threads at once`() async {
    let key = HMACKey([1, 2, 3])
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy { round in
            let message = [UInt8(number), UInt8(round)]
            return key.code(for: message) == HMAC.sha256(key: [1, 2, 3], message)
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test func `RFC 4231 §4.6 truncated code`() {
    let code = HMAC.sha256(key: Array(repeating: 0x0c, count: 20), utf8("Test With Truncation"))
    #expect(code.prefix(16) == hex("a3b6167473100ee06e0c796c2955552b")[...])
  }

  @Test func `An empty key and an empty message have a code`() {
    #expect(
      HMAC.sha256(key: [], []) == hex("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"))
  }

  @Test func `A code in parts is the code of the whole`() {
    let whole = HMAC.code(for: [1, 2, 3, 4], key: [9], hash: .sha512)
    #expect(HMAC.code(for: [[1], [], [2, 3], [4]], key: [9], hash: .sha512) == whole)
  }

  @Test func `Random bytes differ and have the length asked for`() {
    #expect(randomBytes(0) == [])
    let first = randomBytes(32)
    #expect(first.count == 32)
    #expect(first != randomBytes(32))
  }

  @Test func `Comparison in constant time tells equal from different`() {
    #expect(constantTimeEqual([1, 2, 3], [1, 2, 3]))
    #expect(constantTimeEqual([], []))
    #expect(!constantTimeEqual([1, 2, 3], [1, 2, 4]))
    #expect(!constantTimeEqual([1, 2, 3], [1, 2]))
  }
}
