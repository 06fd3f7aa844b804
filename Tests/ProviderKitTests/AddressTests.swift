import HTTP
import Testing

@testable import ProviderKit

@Suite struct `Trusted proxies` {
  func trusts(_ blocks: [String], _ address: String) -> Bool {
    var proxies = TrustedProxies()
    for block in blocks {
      let isBlock = proxies.trust(block)
      #expect(isBlock, "\(block)")
    }
    return proxies.contains(address)
  }

  @Test func `are none by default`() { #expect(!trusts([], "127.0.0.1")) }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("127.0.0.1", "127.0.0.1", true),
    ("127.0.0.1", "127.0.0.2", false), ("0.0.0.0/0", "8.8.8.8", true),
    ("192.168.1.128/25", "192.168.1.127", false),
    ("192.168.1.128/25", "192.168.1.200", true), ("fd00::/8", "fdff::1", true),
    ("fd00::/8", "fe80::1", false),
    ("::1", "::1", true), ("::1", "0:0:0:0:0:0:0:1", true), ("2001:db8::/33", "2001:db8:7fff::1", true),
    ("2001:db8::/33", "2001:db8:8000::1", false), ("10.0.0.0/8", "::ffff:10.1.2.3", true),
    ("::ffff:10.0.0.0", "10.0.0.0", true), ("0.0.0.0/0", "::1", false), ("::/0", "10.0.0.1", false),
    ("fe80::/10", "fe80::1%eth0", true), ("10.0.0.0/8", "nonsense", false), ("10.0.0.0/8", "", false),
  ])
  func `are blocks of IPv4 and IPv6`(block: String, address: String, isTrusted: Bool) {
    #expect(trusts([block], address) == isTrusted)
  }

  @Test func `may be several blocks`() {
    #expect(trusts(["10.0.0.0/8", "fd00::/8"], "fd00::1"))
    #expect(trusts(["10.0.0.0/8", "fd00::/8"], "10.0.0.1"))
  }

  @Test(arguments: [
    "", "localhost", "10.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8/8", "256.0.0.1",
    "::1/129",
    ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "g::", "1.2.3.4.5", "::1::2", "01.2.3.4x",
    "1.2.3.4::", "+1.2.3.4", "::+1", "10.0.0.0/+8",
  ]) func `are nothing else`(block: String) {
    var proxies = TrustedProxies()
    let isBlock = proxies.trust(block)
    #expect(!isBlock)
    #expect(!proxies.contains("10.0.0.1"))
  }
}

@Suite struct `The address of a request` {
  func root(
    _ headers: Headers, peer: String = "10.0.0.1", isSecure: Bool = false, trusting block: String? = nil
  ) -> String {
    var proxies = TrustedProxies()
    if let block { _ = proxies.trust(block) }
    let peer = Peer(address: peer, isSecure: isSecure, localPort: 8080)
    return Address(Request(.get, "/", headers: headers), from: peer, trusting: proxies).root
  }

  @Test(arguments: [
    ("localhost:8080", "http://localhost:8080"), ("[::1]:8080", "http://[::1]:8080"),
    ("a.test", "http://a.test"),
    ("bad host", "http://localhost:8080"), ("a/b", "http://localhost:8080"), ("", "http://localhost:8080"),
    (String(repeating: "a", count: 256), "http://localhost:8080"), ("a\"b", "http://localhost:8080"),
  ])
  func `follows Host where that is one`(host: String, root: String) {
    #expect(self.root(["Host": host]) == root)
  }

  @Test func `falls back to the port that was called`() { #expect(root([:]) == "http://localhost:8080") }

  @Test func `has the scheme of the connection`() {
    #expect(root(["Host": "a.test"], isSecure: true) == "https://a.test")
  }

  static let forwarded: Headers = [
    "Host": "inner:1", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "outer.test, inner",
    "X-Forwarded-Prefix": "/eid/",
  ]

  @Test func `follows what a trusted proxy says, its first value`() {
    #expect(root(Self.forwarded, trusting: "10.0.0.0/8") == "https://outer.test/eid")
  }

  @Test func `ignores what anybody else says`() {
    #expect(root(Self.forwarded) == "http://inner:1")
    #expect(root(Self.forwarded, trusting: "192.168.0.0/16") == "http://inner:1")
  }

  @Test func `takes no nonsense from a proxy either`() {
    let headers: Headers = [
      "Host": "inner:1", "X-Forwarded-Proto": "javascript", "X-Forwarded-Host": "a b",
      "X-Forwarded-Prefix": "no-slash",
    ]
    #expect(root(headers, trusting: "10.0.0.0/8") == "http://inner:1")
  }

  @Test(arguments: [
    ("itsme.localhost:8080", "itsme"), ("itsme", "itsme"), ("itsme:80", "itsme"), ("localhost", "localhost"),
  ])
  func `has a first label, which may name a provider`(host: String, label: String) {
    let peer = Peer(address: "::1", isSecure: false, localPort: 1)
    let address = Address(Request(.get, "/", headers: ["Host": host]), from: peer, trusting: TrustedProxies())
    #expect(address.firstLabel == label)
  }

  @Test func `tells a URL on a provider's virtual host from others`() {
    #expect(Address.names("itsme", in: "https://itsme.example.test/x"))
    #expect(Address.names("itsme", in: "https://ITSME:8080"))
    #expect(!Address.names("itsme", in: "https://login.example.test"))
    #expect(!Address.names("itsme", in: "itsme"))
  }
}
