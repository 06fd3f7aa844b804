import Foundation
import Testing

@testable import Crypto

@Suite struct `Keys` {
  static let all = [Made.rsa] + Curve.allCases.compactMap { try? PrivateKey.generate($0) }

  /// Runs the openssl program over some input, for the forms that we read and do not write.
  private func openssl(_ arguments: String, _ input: [UInt8]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(input).write(to: file)
    let pipe = try #require(popen("openssl \(arguments) < '\(file.path)' 2> /dev/null", "r"))
    defer { pclose(pipe) }
    var output: [UInt8] = []
    while case let byte = fgetc(pipe), byte != EOF { output.append(UInt8(byte)) }
    return output
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func isSame(_ first: PrivateKey, _ second: PrivateKey) throws -> Bool {
    try first.der() == second.der()
  }

  @Test(arguments: all) func `go to PKCS#8 and back, as DER and as PEM`(key: PrivateKey) throws {
    let again = try PrivateKey(der: key.der())
    #expect(again.type == key.type)
    #expect(try isSame(again, key))
    #expect(try isSame(PrivateKey(pem: key.pem()), key))
    #expect(try key.pem().hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
  }

  @Test(arguments: all) func `go to SPKI and back, as DER and as PEM`(key: PrivateKey) throws {
    let der = try key.publicKey.der()
    #expect(try PublicKey(der: der).der() == der)
    #expect(try PublicKey(pem: key.publicKey.pem()).der() == der)
    #expect(try key.publicKey.pem().hasPrefix("-----BEGIN PUBLIC KEY-----\n"))
  }

  @Test(arguments: all) func `are read from PKCS#1 and SEC 1`(key: PrivateKey) throws {
    let tool = if case .rsa = key.type { "rsa -traditional" } else { "ec" }
    let der = try openssl("\(tool) -outform DER", key.pem().utf8.map { $0 })
    #expect(try isSame(PrivateKey(der: der), key))
    let pem = try openssl(tool, key.pem().utf8.map { $0 })
    #expect(text(pem).contains("RSA PRIVATE KEY") || text(pem).contains("EC PRIVATE KEY"))
    #expect(try isSame(PrivateKey(pem: text(pem)), key))
  }

  @Test func `that are RSA and public are read from PKCS#1`() throws {
    let pem = try openssl("rsa -pubin -RSAPublicKey_out", Array(Made.rsa.publicKey.pem().utf8))
    #expect(text(pem).contains("BEGIN RSA PUBLIC KEY"))
    #expect(try PublicKey(pem: text(pem)).der() == Made.rsa.publicKey.der())
    let der = try openssl("rsa -pubin -RSAPublicKey_out -outform DER", Array(Made.rsa.publicKey.pem().utf8))
    #expect(try PublicKey(der: der).der() == Made.rsa.publicKey.der())
  }

  @Test(arguments: all) func `that are public are read from a certificate`(key: PrivateKey) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pem")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(key.pem().utf8).write(to: file)
    let pem = try openssl("req -x509 -new -key \(file.path) -subj /CN=test -days 1", [])
    #expect(text(pem).contains("BEGIN CERTIFICATE"))
    #expect(try PublicKey(pem: text(pem)).der() == key.publicKey.der())
    let der = try openssl("x509 -outform DER", pem)
    #expect(try PublicKey(der: der).der() == key.publicKey.der())
    #expect(
      throws: KeyError.unexpectedPEM(
        label: "CERTIFICATE", wanted: "PRIVATE KEY, RSA PRIVATE KEY or EC PRIVATE KEY")
    ) { try PrivateKey(pem: text(pem)) }
  }

  @Test func `that are encrypted with a password are refused without asking for it`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pem")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(Made.rsa.pem().utf8).write(to: file)
    let modern = try openssl("pkcs8 -topk8 -in \(file.path) -passout pass:x", [])
    #expect(throws: KeyError.passwordProtected) { try PrivateKey(pem: text(modern)) }
    let old = try openssl("rsa -traditional -aes128 -in \(file.path) -passout pass:x", [])
    #expect(text(old).contains("Proc-Type"))
    #expect(throws: KeyError.passwordProtected) { try PrivateKey(pem: text(old)) }
  }

  @Test func `of other types are refused by name`() throws {
    let ed25519 = try openssl("genpkey -algorithm ED25519", [])
    #expect(throws: KeyError.unsupportedType("ED25519")) { try PrivateKey(pem: text(ed25519)) }
    let public25519 = try openssl("pkey -pubout", ed25519)
    #expect(throws: KeyError.unsupportedType("ED25519")) { try PublicKey(pem: text(public25519)) }
    let secp256k1 = try openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:secp256k1", [])
    #expect(throws: KeyError.unsupportedCurve("secp256k1")) { try PrivateKey(pem: text(secp256k1)) }
  }

  @Test func `that are not keys are refused for what they are`() throws {
    let der = try Made.rsa.der()
    #expect(throws: KeyError.notPEM) { try PrivateKey(pem: "hello") }
    #expect(throws: KeyError.notPEM) { try PublicKey(pem: "") }
    #expect(throws: KeyError.notPrivate) { try PrivateKey(pem: Made.rsa.publicKey.pem()) }
    #expect(throws: KeyError.notPrivate) { try PrivateKey(der: Made.rsa.publicKey.der()) }
    #expect(throws: KeyError.trailingBytes(2)) { try PrivateKey(der: der + [0, 0]) }
    for wrong in [[], [0x30], Array(der.dropLast()), Array(der.dropFirst())] {
      let error = #expect(throws: KeyError.self) { try PrivateKey(der: wrong) }
      guard case .malformed = error else {
        Issue.record("unexpected \(String(describing: error))")
        return
      }
    }
    let error = #expect(throws: KeyError.self) { try PublicKey(der: [1, 2, 3]) }
    guard case .malformed = error else {
      Issue.record("unexpected \(String(describing: error))")
      return
    }
  }

  @Test func `survive any changed or missing byte of their DER without harm`() throws {
    let der = try PrivateKey.generate(.p256).der()
    for index in der.indices {
      _ = try? PrivateKey(der: flipping(der, at: index))
      _ = try? PrivateKey(der: Array(der.prefix(index)))
    }
    #expect(throws: KeyError.self) { try PrivateKey(der: Array(der.prefix(der.count / 2))) }
  }

  @Test func `of RSA come from their components and go back to them`() throws {
    let components = try #require(Made.rsa.publicKey.rsaComponents)
    let secret = try #require(Made.rsa.rsaComponents)
    #expect(components.e == [1, 0, 1])
    #expect(components.n.count == 256)
    #expect(try PublicKey(components).der() == Made.rsa.publicKey.der())
    let again = try PrivateKey(components, private: secret)
    #expect(again.rsaComponents == secret)
    #expect(try isSame(again, Made.rsa))
    // RFC 7518 §6.3.2: d alone is enough.
    let slow = try PrivateKey(components, private: RSAPrivateComponents(d: secret.d, factors: nil))
    #expect(try slow.signature(over: [1], using: .rs256) == Made.rsa.signature(over: [1], using: .rs256))
    #expect(Made.rsa.publicKey.ecComponents == nil)
    #expect(Made.rsa.ecPrivateValue == nil)
  }

  @Test func `of RSA are refused for the component that is wrong`() throws {
    let right = try #require(Made.rsa.publicKey.rsaComponents)
    func error(_ change: (inout RSAPublicComponents) -> Void) -> KeyError? {
      var components = right
      change(&components)
      return #expect(throws: KeyError.self) { try PublicKey(components) }
    }
    #expect(error { $0.n = [] } == .invalidComponent("n", "is empty"))
    #expect(
      error { $0.n.insert(0, at: 0) }
        == .invalidComponent("n", "begins with a zero octet, which RFC 7518 §6.3.1 forbids"))
    #expect(error { $0.n[255] &= 0xfe } == .invalidComponent("n", "is an even number"))
    #expect(error { $0.e = [2] } == .invalidComponent("e", "is an even number"))
    #expect(error { $0.e = [1] } == .invalidComponent("e", "is 1"))
    #expect(
      error { $0.e = Array(repeating: 1, count: 9) } == .invalidComponent("e", "is longer than 64 bits"))
    #expect(error { $0.n = [0x81] } == .unsupportedSize(bits: 8))
  }

  @Test func `whose halves do not belong together are refused`() throws {
    let components = try #require(Made.rsa.publicKey.rsaComponents)
    let other = try #require(Made.otherRSA.rsaComponents)
    #expect(throws: KeyError.inconsistent) { try PrivateKey(components, private: other) }
    #expect(throws: KeyError.inconsistent) {
      try PrivateKey(components, private: RSAPrivateComponents(d: other.d, factors: nil))
    }
    let (first, second) = (try PrivateKey.generate(.p256), try PrivateKey.generate(.p256))
    let point = try #require(first.publicKey.ecComponents)
    #expect(throws: KeyError.inconsistent) {
      try PrivateKey(point, privateValue: try #require(second.ecPrivateValue))
    }
    #expect(throws: KeyError.inconsistent) {
      try PrivateKey(point, privateValue: Array(repeating: 0xff, count: 32))
    }
  }

  @Test(arguments: Curve.allCases)
  func `on curves come from their components and go back to them`(curve: Curve) throws {
    for _ in 0..<20 {
      let key = try PrivateKey.generate(curve)
      let point = try #require(key.publicKey.ecComponents)
      let value = try #require(key.ecPrivateValue)
      #expect(
        [point.x.count, point.y.count, value.count] == Array(repeating: curve.coordinateLength, count: 3))
      #expect(try PublicKey(point).der() == key.publicKey.der())
      #expect(try isSame(PrivateKey(point, privateValue: value), key))
    }
  }

  @Test(arguments: Curve.allCases) func `off the curve are refused`(curve: Curve) throws {
    var point = try #require(PrivateKey.generate(curve).publicKey.ecComponents)
    point.y = flipping(point.y, at: curve.coordinateLength - 1)
    #expect(throws: KeyError.pointNotOnCurve(curve)) { try PublicKey(point) }
    point.x.removeFirst()
    let length = curve.coordinateLength
    #expect(
      throws: KeyError.invalidComponent("x", "has \(length - 1) bytes; \(curve.rawValue) takes \(length)")
    ) { try PublicKey(point) }
  }

  @Test func `of unreasonable size are not made`() {
    #expect(throws: KeyError.unsupportedSize(bits: 128)) { try PrivateKey.generate(rsaBits: 128) }
    #expect(throws: KeyError.unsupportedSize(bits: 1 << 20)) { try PrivateKey.generate(rsaBits: 1 << 20) }
  }
}
