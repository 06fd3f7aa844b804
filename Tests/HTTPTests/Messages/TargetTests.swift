import HTTP
import Testing

/// The target of a request for this.
private func parsedTarget(_ text: String, _ method: String = "GET") -> Target? {
  parsed("\(method) \(text) HTTP/1.1\r\nHost: localhost:8080\r\n\r\n")?.target
}

@Suite struct `A target` {
  @Test func `in origin form has a path and a query (RFC 9112 §3.2.1)`() throws {
    let target = try #require(parsedTarget("/where?q=now"))
    #expect(target.raw == "/where?q=now")
    #expect(target.path == "/where")
    #expect(target.rawQuery == "q=now")
    #expect(try target.query["q"] == "now")
    #expect(target.authority == nil)
  }

  @Test(arguments: [
    ("/", false), ("/?", false), ("/request", false), ("/?request", true), ("/?a=b&c=requestrequest", true),
    ("/?a=reques&t=reqquest", false), ("/?qqqqqqqqqqqqqqqqqqqqqqqrequest=1", true),
    ("/?equest=request", true),
  ]) func `tells whether its query contains a word`(text: String, contains: Bool) {
    #expect(Target(text).queryContains("request") == contains)
  }

  @Test func `in absolute form overrules Host (RFC 9112 §3.2.2)`() throws {
    let request = try #require(
      parsed("GET http://www.example.org/pub/WWW/TheProject.html?a HTTP/1.1\r\nHost: other\r\n\r\n"))
    #expect(request.authority == "www.example.org")
    #expect(request.target.path == "/pub/WWW/TheProject.html")
    #expect(request.target.rawQuery == "a")
    #expect(request.target.raw == "http://www.example.org/pub/WWW/TheProject.html?a")
  }

  @Test func `in absolute form may have no path`() throws {
    #expect(parsedTarget("http://a")?.path == "/")
    #expect(parsedTarget("http://a:80")?.authority == "a:80")
    #expect(parsedTarget("http://a?q=1")?.path == "/")
    #expect(parsedTarget("http://a?q=1")?.rawQuery == "q=1")
    #expect(parsedTarget("HTTPS://[::1]:8443/x")?.authority == "[::1]:8443")
  }

  @Test(arguments: [
    "a", "a:80", "*", "ftp://a/", "http:/a", "http:a", "http://", "http:///a", "http://:80/", "http://u@a/",
    "http://a:x/", "http://a b/", "?q", "//a#f", "https",
  ]) func `is refused in any other form`(text: String) {
    #expect(status("GET \(text) HTTP/1.1\r\nHost: a\r\n\r\n") == 400)
  }

  @Test func `in asterisk form is for OPTIONS alone (RFC 9112 §3.2.4)`() {
    #expect(parsedTarget("*", "OPTIONS")?.path == "*")
    #expect(parsedTarget("*", "POST") == nil)
    #expect(status("OPTIONS ** HTTP/1.1\r\nHost: a\r\n\r\n") == 400)
  }

  @Test func `of CONNECT is for proxies (RFC 9112 §3.2.3)`() {
    #expect(status("CONNECT www.example.com:80 HTTP/1.1\r\nHost: www.example.com\r\n\r\n") == 501)
    #expect(status("GET www.example.com:80 HTTP/1.1\r\nHost: www.example.com\r\n\r\n") == 400)
  }

  @Test(arguments: [
    ("/", "/"), ("//", "/"), ("/a", "/a"), ("/a/", "/a/"), ("/a//", "/a/"), ("//a///b", "/a/b"), ("/A", "/A"),
    ("/a%20b", "/a b"), ("/%61", "/a"), ("/a%2Fb", "/a/b"), ("/caf%C3%A9", "/café"), ("/a+b", "/a+b"),
    ("/%25", "/%"), ("/%2561", "/%61"), ("/a/../b/./c", "/a/../b/./c"), ("/%2e%2e/a", "/../a"),
    ("/~t1/x", "/~t1/x"),
    ("/v2//videoid.request", "/v2/videoid.request"), ("/a|b[c]{d}\\^`\"<>", "/a|b[c]{d}\\^`\"<>"),
  ]) func `has its path decoded, repeated slashes made one and dots left alone`(raw: String, path: String) {
    #expect(parsedTarget(raw)?.path == path)
    #expect(parsedTarget(raw)?.rawPath == raw)
  }

  @Test func `has its path taken apart before it is decoded`() {
    #expect(parsedTarget("/a%2Fb/c%20d//e/")?.segments == ["a/b", "c d", "e", ""])
    #expect(parsedTarget("/")?.segments == [""])
  }

  @Test(arguments: [
    "/%", "/%4", "/%4g", "/%g4", "/a%", "/%%41", "/%00", "/a%00b", "/%80", "/%C3", "/%C3%28",
    "/%ED%A0%80", "/%F5%80%80%80", "/%C0%AF", "/%u0041",
  ])
  func `whose path does not decode is refused with 400`(raw: String) {
    #expect(status("GET \(raw) HTTP/1.1\r\nHost: a\r\n\r\n") == 400)
  }

  @Test func `may have a query that does not decode; who reads it is told`() throws {
    let target = try #require(parsedTarget("/a?x=%zz&y=1"))
    #expect(target.path == "/a")
    #expect(throws: Form.Problem.malformed(field: 1, .malformedEscape)) { try target.query }
  }

  @Test func `tells an empty query from none`() {
    #expect(parsedTarget("/a?")?.rawQuery == "")
    #expect(parsedTarget("/a")?.rawQuery == nil)
    #expect(parsedTarget("/a?b?c=/d")?.rawQuery == "b?c=/d")
  }

  @Test func `made by hand reads like one of the wire`() throws {
    for raw in ["/a//b%20c?x=1", "/", "/a?", "/x/%2F"] {
      let sent = try #require(parsedTarget(raw))
      #expect(Target(raw) == sent)
      #expect(Target(raw).path == sent.path)
      #expect(Target(raw).segments == sent.segments)
      #expect(Target(raw).rawQuery == sent.rawQuery)
    }
  }

  @Test func `loses a first segment for those who serve below it`() throws {
    let rest = try #require(parsedTarget("/~t1/itsme//x%20y?q=1")).droppingFirstSegment
    #expect(rest.path == "/itsme/x y")
    #expect(try rest.query["q"] == "1")
    #expect(rest.raw == "/~t1/itsme//x%20y?q=1")
    #expect(parsedTarget("//~t1")?.droppingFirstSegment.path == "/")
    #expect(parsedTarget("/~t1/")?.droppingFirstSegment.path == "/")
    #expect(parsedTarget("/")?.droppingFirstSegment.path == "/")
    #expect(parsedTarget("/%7Et1/a")?.droppingFirstSegment.path == "/a")
  }

  @Test func `tells its first segment from the rest`() throws {
    for raw in ["/itsme/x%20y", "//itsme//x%20y", "/%69tsme/x%20y"] {
      let (name, rest) = try #require(parsedTarget(raw)?.firstSegment)
      #expect(name == "itsme")
      #expect(rest.path == "/x y")
    }
    #expect(parsedTarget("/itsme/")?.firstSegment?.rest.path == "/")
    for raw in ["/itsme", "/", "//"] { #expect(parsedTarget(raw)?.firstSegment == nil) }
  }

  @Test(arguments: [
    ("/~t1/a", "t1"), ("//~t1", "t1"), ("/%7Et1?q=~", "t1"), ("/%7et1/", "t1"), ("/~%741", "%741"),
    ("http://h/~t1", "t1"), ("/~", nil), ("/~/a", nil), ("/a/~t1", nil), ("/?q=/~t1", nil), ("/%2F~t1", nil),
  ]) func `tells what stands behind a tilde at its start:`(_ raw: String, _ name: String?) throws {
    let found = try #require(parsedTarget(raw)).behindTilde.map { String(decoding: $0, as: UTF8.self) }
    #expect(found == name)
  }

  @Test func `gains a prefix for those who serve at a host of their own`() throws {
    let mounted = try #require(parsedTarget("/oauth2/token?q=1")).prefixed(with: "/criipto")
    #expect(mounted.path == "/criipto/oauth2/token")
    #expect(try mounted.query["q"] == "1")
    #expect(parsedTarget("/")?.prefixed(with: "/criipto").path == "/criipto/")
    #expect(parsedTarget("//a%2Fb")?.prefixed(with: "/criipto").segments == ["criipto", "a/b"])
    #expect(parsedTarget("http://h?q=1")?.prefixed(with: "/criipto").path == "/criipto/")
  }
}

@Suite struct `Percent-encoding` {
  @Test func `keeps the unreserved and encodes the rest (RFC 3986 §2.3)`() {
    #expect(PercentCoding.encode("aZ09-._~") == "aZ09-._~")
    #expect(
      PercentCoding.encode("/?#[]@!$&'()*+,;= %\"é")
        == "%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%20%25%22%C3%A9")
  }

  @Test func `is undone by decoding`() throws {
    let text = String(String.UnicodeScalarView((1...0x7FF).compactMap(Unicode.Scalar.init)))
    #expect(try PercentCoding.decode(PercentCoding.encode(text).utf8.span) == text)
  }
}
