import HTTP
import Testing

@Suite struct `The authority of a web address` {
  @Test(arguments: [
    ("http://a", "http://a", 80, ""), ("HTTPS://A.Example/p?q#f", "https://a.example", 443, "/p?q#f"),
    ("http://a:80/", "http://a", 80, "/"), ("http://a:/x", "http://a", 80, "/x"),
    ("https://[2001:DB8::1]:8443?q", "https://[2001:db8::1]:8443", 8443, "?q"),
  ])
  func `is scheme, host and port, and what follows is left`(
    url: String, origin: String, port: Int, rest: String
  ) throws {
    let (authority, left) = try WebAuthority.split(url)
    #expect((authority.origin, authority.port, String(left)) == (origin, port, rest))
  }

  @Test(arguments: [
    ("a/b", WebAuthority.Problem.notAbsolute), ("mailto:a@b", .notAbsolute), ("ftp://a", .otherScheme),
    ("http://bank@evil/", .userName), ("http:///x", .noHost), ("http://a:0", .noHost),
    ("http://a:65536", .noHost), ("http://a:+80", .noHost), ("http://[::1", .noHost),
    ("http://[::1]x", .noHost),
  ])
  func `is refused where a URL has none that can be called`(url: String, problem: WebAuthority.Problem) {
    #expect(throws: problem) { try WebAuthority.split(url) }
  }

  @Test func `tells a port that is written from one that the scheme implies`() throws {
    #expect(try WebAuthority.split("https://a:443/").authority.writtenPort == 443)
    #expect(try WebAuthority.split("https://a/").authority.writtenPort == nil)
  }

  @Test(arguments: [
    ("localhost", true), ("rp.localhost", true), ("127.0.0.2", true), ("[::1]", true),
    ("127.evil.example", false),
    ("mylocalhost", false), ("10.0.0.1", false),
  ])
  func `knows the hosts that can only be this machine`(host: String, isLoopback: Bool) throws {
    #expect(try WebAuthority.split("http://\(host):9000/").authority.isLoopback == isLoopback)
  }
}
