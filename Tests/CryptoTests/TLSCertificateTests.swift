import Foundation
import Testing

@testable import Crypto

@Suite struct `The certificate authority` {
  static let names = [
    "localhost", "itsme.localhost", "build-7", "host.docker.internal", "127.0.0.1", "::1",
    "*.corp.example",
  ]

  let authority: CertificateAuthority
  let leaf: TLSIdentity

  init() throws {
    authority = try CertificateAuthority(
      names: Self.names.map { try CertificateName($0) }, now: TestAuthority.now)
    leaf = try authority.leaf(now: TestAuthority.now)
  }

  @Test func `makes a chain that OpenSSL verifies for a TLS server`() throws {
    try withDirectory { directory in
      let ca = directory.appending(path: "ca.pem")
      let server = directory.appending(path: "server.pem")
      try authority.identity.certificateChain.write(to: ca, atomically: true, encoding: .utf8)
      try leaf.certificateChain.write(to: server, atomically: true, encoding: .utf8)
      for host in ["localhost", "itsme.localhost", "build-7", "x.corp.example"] {
        guard
          let verdict = try run(
            "openssl",
            [
              "verify", "-x509_strict", "-purpose", "sslserver", "-verify_hostname", host, "-CAfile", ca.path,
              server.path,
            ])
        else { return }
        #expect(verdict.status == 0, "\(host): \(verdict.text)")
      }
    }
  }

  @Test func `says in the certificates what they are for`() throws {
    try withDirectory { directory in
      let file = directory.appending(path: "ca.pem")
      try authority.identity.certificateChain.write(to: file, atomically: true, encoding: .utf8)
      guard let ca = try run("openssl", ["x509", "-in", file.path, "-noout", "-text"])?.text else { return }
      #expect(ca.contains("CA:TRUE, pathlen:0"))
      #expect(ca.contains("X509v3 Key Usage: critical\n                Certificate Sign, CRL Sign"))
      #expect(ca.contains("X509v3 Name Constraints: critical"))
      #expect(ca.contains("DNS:host.docker.internal"))
      // BoringSSL and rustls refuse constraints of another form.
      #expect(!ca.contains("IP:"))
      try leaf.certificateChain.write(to: file, atomically: true, encoding: .utf8)
      guard let leaf = try run("openssl", ["x509", "-in", file.path, "-noout", "-text"])?.text else { return }
      #expect(leaf.contains("CA:FALSE"))
      #expect(leaf.contains("TLS Web Server Authentication"))
      #expect(leaf.contains("IP Address:0:0:0:0:0:0:0:1"))
      #expect(leaf.contains("ASN1 OID: prime256v1"))
    }
  }

  @Test func `cannot vouch for a name that it was not made for`() throws {
    let greedy = CertificateAuthority(
      stored: authority.identity, names: [try CertificateName("login.bank.example")])
    let server = try TLSServerContext(greedy.leaf(now: TestAuthority.now))
    let client = try TLSClientContext(
      trust: .init(system: false, authorities: authority.identity.certificateChain))
    let pair = TLSPair(
      client: try TLSSession(client, host: "login.bank.example"), server: try TLSSession(server))
    #expect(pair.shakeHands().client == .failed(.certificateNotTrusted("permitted subtree violation")))
  }

  @Test func `goes on from its stored PEM texts`() throws {
    let stored = CertificateAuthority(
      stored: TLSIdentity(
        certificateChain: authority.identity.certificateChain, privateKey: authority.identity.privateKey),
      names: authority.names)
    let server = try TLSServerContext(stored.leaf(now: TestAuthority.now))
    let client = try TLSClientContext(
      trust: .init(system: false, authorities: authority.identity.certificateChain))
    let pair = TLSPair(client: try TLSSession(client, host: "localhost"), server: try TLSSession(server))
    #expect(pair.shakeHands() == (.complete, .complete))
  }

  @Test func `covers its names and no others`() throws {
    let certificate = try Certificate.list(pem: leaf.certificateChain)[0]
    #expect(certificate.subject == "CN = localhost")
    for host in ["localhost", "itsme.localhost", "127.0.0.1", "::1", "x.corp.example"] {
      #expect(certificate.covers(host: host), "\(host)")
    }
    for host in ["corp.example", "a.b.corp.example", "127.0.0.2", "example.org"] {
      #expect(!certificate.covers(host: host), "\(host)")
    }
  }

  @Test func `makes certificates for hosts below its names when a handshake asks for them`() throws {
    let hosts = HostCertificates(authority, beside: leaf, now: { TestAuthority.now })
    let server = try TLSServerContext(leaf, hosts: hosts)
    let client = try TLSClientContext(
      trust: .init(system: false, authorities: authority.identity.certificateChain))
    for host in [
      "t1--itsme.localhost", "a.b.localhost", "T1--itsme.LOCALHOST", "itsme.localhost", "127.0.0.1",
    ] {
      let pair = TLSPair(client: try TLSSession(client, host: host), server: try TLSSession(server))
      #expect(pair.shakeHands() == (.complete, .complete), "\(host)")
    }
    #expect(hosts.identity(for: "t1--itsme.localhost") == hosts.identity(for: "t1--ITSME.localhost"))
    #expect(hosts.identity(for: "itsme.localhost") == nil, "the server's own certificate is for it")
    for host in ["login.bank.example", "127.0.0.2", "*.localhost", "a b.localhost", "xlocalhost"] {
      #expect(hosts.identity(for: host) == nil, "\(host)")
    }
  }

  @Test func `is refused for the one fault that the host's name asks for`() throws {
    let hosts = HostCertificates(authority, beside: leaf, now: { TestAuthority.now })
    let server = try TLSServerContext(leaf, hosts: hosts)
    let client = try TLSClientContext(
      trust: .init(system: false, authorities: authority.identity.certificateChain))
    for fault in TLSFault.allCases {
      let host = "\(fault.rawValue).localhost"
      let pair = TLSPair(client: try TLSSession(client, host: host), server: try TLSSession(server))
      #expect(pair.shakeHands() != (.complete, .complete), "\(host)")
    }
    #expect(TLSFault(host: "EXPIRED.itsme.localhost") == .expired)
    #expect(TLSFault(host: "expired") == nil && TLSFault(host: "not-expired.localhost") == nil)
  }

  @Test func `keeps no more certificates of hosts than it has room for`() throws {
    let hosts = HostCertificates(authority, beside: leaf, now: { TestAuthority.now })
    let first = hosts.identity(for: "t0.localhost")
    for number in 1...HostCertificates.limit { _ = hosts.identity(for: "t\(number).localhost") }
    #expect(first != nil && hosts.identity(for: "t0.localhost") != first)
  }

  @Test(arguments: [
    "", "a b", "-a.example", "a,DNS:bank.example", "*", "*.", "a.*.example", "1:2", "::1::", "exa\nmple",
    "ä.example",
  ])
  func `refuses what is no name`(text: String) {
    #expect(throws: TLSError.unusableName(text)) { try CertificateName(text) }
  }

  @Test(arguments: ["a", "a.b", "*.a.b", "my_service", "10.0.0.1", "::", "fe80::1", "1:2:3:4:5:6:7:8"])
  func `takes host names, wildcards and addresses`(text: String) throws {
    #expect(try CertificateName(text).text == text)
  }
}

@Suite struct `A certificate that a key signs for itself` {
  static let validity = 1_767_225_600...2_398_377_599

  @Test func `holds the public half of the key and is signed with it`() throws {
    let key = try PrivateKey.generate(rsaBits: 2048)
    let certificate = try Certificate(
      selfSignedWith: key, commonName: "token signing", serial: 7, validity: Self.validity)
    #expect(certificate.subject == "CN = token signing")
    #expect(try PublicKey(pem: certificate.pem).der() == key.publicKey.der())
    try withDirectory { directory in
      let file = directory.appending(path: "cert.pem")
      try certificate.pem.write(to: file, atomically: true, encoding: .utf8)
      guard let verdict = try run("openssl", ["verify", "-CAfile", file.path, "-no_check_time", file.path])
      else { return }
      #expect(verdict.status == 0, "\(verdict.text)")
      let text = try run("openssl", ["x509", "-in", file.path, "-noout", "-text"])?.text ?? ""
      for part in ["Serial Number: 7", "CA:FALSE", "Not Before: Jan  1 00:00:00 2026 GMT"] {
        #expect(text.contains(part), "\(part)")
      }
    }
  }

  @Test func `is the same for the same key`() throws {
    let key = try PrivateKey.generate(rsaBits: 2048)
    let make = {
      try Certificate(selfSignedWith: key, commonName: "a", serial: 1, validity: Self.validity)
    }
    #expect(try make() == make())
  }
}

@Suite struct `Certificate and key files` {
  let identity: TLSIdentity
  let other: TLSIdentity

  init() throws {
    identity = try TestAuthority.make("a.example").identity
    other = try TestAuthority.make("b.example").identity
  }

  @Test func `must belong together`() {
    #expect(throws: TLSError.keyDoesNotMatchCertificate) {
      try TLSServerContext(
        TLSIdentity(certificateChain: identity.certificateChain, privateKey: other.privateKey))
    }
  }

  @Test func `must hold a certificate`() {
    #expect {
      try TLSServerContext(TLSIdentity(certificateChain: "hello", privateKey: identity.privateKey))
    } throws: { error in
      if case .unreadableCertificate = error as? TLSError { true } else { false }
    }
  }

  @Test func `must hold a key`() {
    #expect {
      try TLSServerContext(TLSIdentity(certificateChain: identity.certificateChain, privateKey: "hello"))
    } throws: { error in
      if case .unreadableKey = error as? TLSError { true } else { false }
    }
  }

  @Test func `say that a key is encrypted, in the form of PKCS 8 and in the older one`() {
    for text in [
      "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAA=\n-----END ENCRYPTED PRIVATE KEY-----\n",
      "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nMAA=\n-----END RSA PRIVATE KEY-----\n",
    ] {
      let error = #expect(throws: TLSError.self) {
        try TLSServerContext(TLSIdentity(certificateChain: identity.certificateChain, privateKey: text))
      }
      #expect(error?.description.hasPrefix("the private key cannot be read: it is encrypted") == true)
    }
  }

  @Test func `may hold a chain and text around it`() throws {
    let text = "first\n" + identity.certificateChain + "then\n" + other.certificateChain
    let list = try Certificate.list(pem: text)
    #expect(list.map(\.pem) == [identity.certificateChain, other.certificateChain])
  }

  @Test func `are refused when one of the certificates is broken`() {
    let broken = identity.certificateChain + "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    #expect {
      try Certificate.list(pem: broken)
    } throws: { error in
      if case .unreadableCertificate = error as? TLSError { true } else { false }
    }
  }

  @Test func `are refused as DER when something follows`() throws {
    let der = try Certificate.list(pem: identity.certificateChain)[0].der
    #expect(Certificate(der: der)?.der == der)
    #expect(Certificate(der: der + [0]) == nil)
    #expect(Certificate(der: Array(der.dropLast())) == nil)
  }
}
