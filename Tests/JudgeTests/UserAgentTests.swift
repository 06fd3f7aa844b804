import Flow
import HTTP
import Testing

@testable import Judge

private let now = Instant(seconds: 1_800_000_000)

private func address(_ text: String) throws -> WebAddress { try #require(WebAddress(text)) }

@Suite struct WebAddressTests {
  @Test(arguments: [
    // RFC 3986 §5.4.
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("", "http://a/b/c/d;p?q"),
    ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"),
    (".", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("https://b.test:444/x", "https://b.test:444/x"),
  ])
  func `a reference is resolved as RFC 3986 says`(reference: String, result: String) throws {
    #expect(try address("http://a/b/c/d;p?q").resolving(reference)?.text == result)
  }

  @Test func `blanks and letters beyond ASCII are escaped as browsers do`() throws {
    #expect(try address("http://a/").resolving("/hé llo")?.text == "http://a/h%C3%A9%20llo")
  }

  @Test(arguments: ["ftp://a/", "javascript:alert(1)", "http://u@a/", "http:///x", "http://a:0/", "a/b", ""])
  func `what is no web page has no address`(text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test func `the port stands in the text only where it is not the scheme's`() throws {
    #expect(try address("HTTPS://A.Test:443").text == "https://a.test/")
    #expect(try address("http://[::1]:8080/x").origin == "http://[::1]:8080")
  }
}

@Suite struct CookieJarTests {
  private func sent(_ fields: [String], from: String = "http://a.test/x/y", to: String) throws -> String? {
    var jar = CookieJar()
    jar.take(fields, from: try address(from), at: now)
    return jar.field(for: try address(to), at: now)
  }

  @Test func `a cookie goes back to its host and path alone`() throws {
    #expect(try sent(["a=1"], to: "http://a.test/x/z") == "a=1")
    #expect(try sent(["a=1"], to: "http://a.test/xy") == nil)
    #expect(try sent(["a=1; Path=/"], to: "http://a.test/") == "a=1")
    #expect(try sent(["a=1; Path=/"], to: "http://b.a.test/") == nil)
    #expect(try sent(["a=1; Path=/"], to: "http://a.test:99/") == "a=1")
  }

  @Test func `a domain reaches the hosts below it and no stranger's`() throws {
    let field = ["a=1; Domain=.a.test; Path=/"]
    #expect(try sent(field, from: "http://w.a.test/", to: "http://v.a.test/") == "a=1")
    #expect(try sent(field, from: "http://b.test/", to: "http://a.test/") == nil)
    #expect(try sent(["a=1; Domain=test; Path=/"], to: "http://a.test/") == nil)
  }

  @Test func `Secure needs https, or this machine`() throws {
    #expect(try sent(["a=1; Secure; Path=/"], to: "http://a.test/") == nil)
    #expect(
      try sent(["a=1; Secure; Path=/"], from: "https://a.test/", to: "https://a.test/") == "a=1")
    #expect(
      try sent(["a=1; Secure; Path=/"], from: "http://localhost/", to: "http://localhost/") == "a=1")
  }

  @Test func `Max-Age goes before Expires, and what is past is gone`() throws {
    #expect(try sent(["a=1; Path=/", "a=; Path=/; Max-Age=0"], to: "http://a.test/") == nil)
    #expect(
      try sent(["a=1; Path=/; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], to: "http://a.test/")
        == "a=1")
    #expect(try sent(["a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], to: "http://a.test/") == nil)
    #expect(try sent(["a=1; Path=/; Expires=Wed, 09-Jun-99 10:18:14 GMT"], to: "http://a.test/") == nil)
  }

  @Test func `longer paths come first, then older cookies`() throws {
    let fields = ["a=1; Path=/", "b=2; Path=/x", "c=3; Path=/"]
    #expect(try sent(fields, to: "http://a.test/x") == "b=2; a=1; c=3")
  }

  @Test func `five hundred cookies leave the latest fifty of a host`() throws {
    let field = try sent((1...500).map { "c\($0)=\($0); Path=/" }, to: "http://a.test/")
    #expect(field?.split(separator: ";").count == CookieJar.limitOfHost)
    #expect(field?.hasSuffix("c500=500") == true)
  }

  @Test(arguments: [
    "Wed, 09 Jun 2021 10:18:14 GMT", "Wednesday, 09-Jun-21 10:18:14 GMT", "Wed Jun  9 10:18:14 2021",
  ])
  func `dates are read in all forms that servers write`(text: String) throws {
    #expect(CookieDate.instant(text)?.text.hasPrefix("2021-06-09T10:18:14") == true)
  }
}

@Suite struct PageTests {
  private func page(_ text: String) -> Page { PageScanner.page(Array(text.utf8)) }

  @Test func `title and text are what a reader sees`() {
    let page = page(
      "<!-- no --><html><title>Hi &amp; bye</title><style>p{}</style><p>Wel&#99;ome<br>Anna <script>x('<b>')</script>2 < 3"
    )
    #expect(page.title == "Hi & bye")
    #expect(page.text == "Welcome Anna 2 < 3")
  }

  @Test(arguments: [
    ("<meta http-equiv=refresh content='5; url=/next?a=1&amp;b=2'>", 5, "/next?a=1&b=2"),
    ("<META HTTP-EQUIV=\"Refresh\" CONTENT=\"0;URL='x'\">", 0, "x"),
    ("<meta http-equiv=refresh content=3>", 3, nil),
  ])
  func `a page sends its reader on`(text: String, seconds: Int, url: String?) {
    #expect(page(text).refresh == Page.Refresh(seconds: seconds, url: url))
  }

  @Test(arguments: [
    "<body onload='document.forms[0].submit()'><form method=post action=/cb><input type=hidden name=code value=1></form>",
    "<form method=post action=/cb><input type=hidden name=code value=1></form><script>document.forms[0].submit()</script>",
    "<form method=post action=/cb><input type=hidden name=code value=1><noscript><button>Go on</button></noscript></form>",
    "<form method=POST action='/cb'><input type=hidden name=code value=1><input type=submit></form>",
  ])
  func `a form that submits itself is found`(text: String) {
    #expect(page(text).ownForm?.action == "/cb")
    #expect(page(text).ownForm?.fields == [PageForm.Field(name: "code", value: "1")])
  }

  @Test(arguments: [
    "<form method=post action=/logout><input type=hidden name=csrf value=1><button>Log out</button></form>",
    "<form method=post action=/login><input type=hidden name=code value=1><input name=user></form>",
    "<noscript><meta http-equiv=refresh content=2></noscript><form method=post action=/cancel><button>Cancel</button></form>"
      + "<script>if (later) form.submit()</script>",
  ])
  func `a form that asks its reader stays`(text: String) {
    #expect(page(text).ownForm == nil)
  }

  @Test(arguments: [
    "<", "<a", "<a b", "<a b=", "<a b='", "<!--", "<script>", "</", "<meta http-equiv=refresh content=>",
    "&#x;",
  ])
  func `broken pages break nothing`(text: String) {
    #expect(page(text).forms.isEmpty)
  }
}

@Suite struct WalkTests {
  private func walk(
    from start: String = "http://rp.test/login", hosts: Set<String> = ["rp.test"],
    _ answer: (WebRequest) -> Result<FetchedDocument, FetchError>
  ) throws -> Walk {
    var walk = Walk(
      to: try address(start),
      in: Territory(hosts: hosts, emulator: [try address("http://localhost:8080")]))
    var step = walk.begin(at: now)
    for _ in 0..<100 {
      switch step {
      case .fetch(let request): step = walk.take(answer(request), at: now)
      case .pause: step = walk.resumed(at: now)
      case .ended: return walk
      }
    }
    return walk
  }

  @Test(arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
  func `a redirect changes the method as browsers do`(status: Int, method: String) throws {
    let walk = try walk { request in
      switch request.address.path {
      case "/login":
        .page("<form method=post action=/cb><input type=hidden name=code value='a b'></form>")
      case "/cb": .page("", status, ["Location": "/home"])
      default:
        .page(request.body == Array("code=a+b".utf8) ? "with body" : "without")
      }
    }
    #expect(
      walk.hops.map { "\($0.method) \($0.address.path)" } == ["GET /login", "POST /cb", "\(method) /home"])
    #expect(walk.page.text == (method == "POST" ? "with body" : "without"))
    #expect(walk.end == .arrived)
  }

  @Test func `cookies go along`() throws {
    let walk = try walk { request in
      request.address.path == "/login"
        ? .page("", 302, ["Location": "/home", "Set-Cookie": "sid=7; Path=/"])
        : .page(request.headers["Cookie"] ?? "none")
    }
    #expect(walk.page.text == "sid=7")
  }

  @Test func `it never leaves the campaign's hosts`() throws {
    let walk = try walk { _ in .page("", 302, ["Location": "http://evil.test/x"]) }
    let evil = try address("http://evil.test/x")
    #expect(walk.end == .leftFor(evil))
    #expect(walk.hops.count == 1)
  }

  @Test func `redirects for ever end`() throws {
    let walk = try walk { _ in .page("", 302, ["Location": "/login"]) }
    #expect(walk.end == .redirectedForEver)
  }

  @Test func `a page that waits is asked again, and one that reloads at once counts as a redirect`() throws {
    var count = 0
    let walk = try walk { _ in
      count += 1
      return .page(count < 3 ? "<meta http-equiv=refresh content=1>" : "done")
    }
    #expect(walk.page.text == "done")
    #expect(walk.longestPause == .seconds(1))
    let hasty = try self.walk { _ in .page("<meta http-equiv=refresh content=0>") }
    #expect(hasty.end == .redirectedForEver)
  }

  @Test func `what fails ends the walk with its reason`() throws {
    let large = try walk { _ in .failure(.tooLarge(limit: 5)) }
    #expect(large.end == .failed(.tooLarge(limit: 5)))
    let lost = try walk { _ in .page("", 302, ["Location": "mailto:a@b"]) }
    #expect(lost.end == .nowhere("mailto:a@b"))
  }
}

extension Result where Success == FetchedDocument, Failure == FetchError {
  static func page(_ text: String, _ status: Int = 200, _ headers: Headers = [:]) -> Self {
    .success(FetchedDocument(status: Status(status), headers: headers, body: Array(text.utf8)))
  }
}
