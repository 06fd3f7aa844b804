import Flow
import HTTP
import ProviderKit
import Testing

@Suite struct `The location of a redirect` {
  @Test func `gets its parameters percent-encoded`() {
    #expect(
      RedirectLocation.with("https://a.test/cb", [("state", "a b&c=d+é"), ("code", "x")])
        == "https://a.test/cb?state=a%20b%26c%3Dd%2B%C3%A9&code=x")
  }

  @Test func `leaves out parameters without a value`() {
    #expect(
      RedirectLocation.with("https://a.test/cb", [("code", "x"), ("state", nil)])
        == "https://a.test/cb?code=x")
    #expect(RedirectLocation.with("https://a.test/cb", [("state", nil)]) == "https://a.test/cb")
  }

  @Test(arguments: [
    ("https://a.test/cb?x=1", "https://a.test/cb?x=1&code=c"),
    ("https://a.test/cb?", "https://a.test/cb?code=c"),
    ("https://a.test/cb?x=1&", "https://a.test/cb?x=1&code=c"), ("app:/cb", "app:/cb?code=c"),
  ])
  func `keeps the query that the URI has (RFC 6749 3_1_2)`(uri: String, result: String) {
    #expect(RedirectLocation.with(uri, [("code", "c")]) == result)
  }

  @Test(arguments: [
    "https://a.test/cb", "http://localhost:9000/cb?x=1", "com.example.app:/oauth", "HTTPS://A.TEST/",
    "http://[::1]:9000/cb", "my-app+x.1://cb",
  ]) func `may be any absolute URI`(uri: String) {
    #expect(RedirectLocation.isSafe(uri))
  }

  @Test(arguments: [
    "", "cb", "/cb", "//a.test/cb", "https://a.test/#f", "javascript:alert(1)", "JavaScript:alert(1)",
    "data:text/html,x", "vbscript:x", "blob:x", "file:///x", "about:blank", "1http://a.test", "a b:c",
    "https://a.test/\r\nSet-Cookie: x", "https://a.test/é", ":x", "ht_tp://a",
  ]) func `is not a relative one, none with a fragment and none that runs in the browser`(uri: String) {
    #expect(!RedirectLocation.isSafe(uri))
  }
}

@Suite struct `A bearer token (RFC 6750 2)` {
  func token(_ headers: Headers, _ target: String = "/userinfo", body: Form? = nil) -> BearerToken {
    guard let body else { return BearerToken(Request(.get, target, headers: headers)) }
    return BearerToken(Request(.post, target, headers: headers, form: body))
  }

  @Test(arguments: ["Bearer abc-._~+/=", "bearer abc-._~+/=", "BEARER abc-._~+/=", "Bearer   abc-._~+/="])
  func
    `stands in the Authorization header, the scheme in any case, after any number of blanks (RFC 9110 11_4)`(
      header: String
    )
  {
    #expect(token(["Authorization": header]) == .token("abc-._~+/="))
  }

  @Test func `may stand in a form body (2_2)`() {
    #expect(token([:], body: ["access_token": "abc"]) == .token("abc"))
  }

  @Test func `is missing where there is none`() {
    #expect(token([:]) == .missing)
    #expect(token([:], body: ["other": "x"]) == .missing)
  }

  @Test func `in the URL is told apart (2_3)`() {
    #expect(token([:], "/userinfo?access_token=abc") == .inQuery)
  }

  @Test(arguments: ["Basic abc", "DPoP abc", "abc", ""])
  func `is not what another scheme carries (3_1)`(header: String) {
    let words = header.split(separator: " ")
    // A word alone may be a token, which no finding shows.
    #expect(token(["Authorization": header]) == .otherScheme(words.count == 2 ? String(words[0]) : "(none)"))
  }

  @Test(arguments: ["Bearer", "Bearer ", "Bearer a b", "Bearer ü"])
  func `that is none is malformed`(header: String) {
    guard case .malformed = token(["Authorization": header]) else {
      Issue.record("\(header) was taken")
      return
    }
  }

  @Test func `may come in one way only (2)`() {
    for found in [
      token(["Authorization": "Bearer a"], "/userinfo?access_token=a"),
      token(["Authorization": "Bearer a"], body: ["access_token": "a"]),
      token(["Authorization": "Bearer a", "authorization": "Bearer b"]),
      token([:], "/userinfo?access_token=a", body: ["access_token": "a"]),
    ] { #expect(found == .malformed("the token is sent in more than one way")) }
  }
}

@Suite struct `Basic credentials (RFC 7617)` {
  func read(_ values: String...) -> BasicCredentials {
    var headers = Headers()
    for value in values { headers.append("Authorization", value) }
    return BasicCredentials(Request(.get, "/", headers: headers))
  }

  @Test func `are a name and a secret, parted by the first colon`() {
    #expect(
      read("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==") == .credentials(name: "Aladdin", secret: "open sesame"))
    #expect(read("basic YTpiOmM=") == .credentials(name: "a", secret: "b:c"))
    #expect(read("BASIC   YTpiOmM=") == .credentials(name: "a", secret: "b:c"))
    #expect(read("Basic Og==") == .credentials(name: "", secret: ""))
  }

  @Test func `are UTF-8, or else ISO-8859-1 (2_1)`() {
    #expect(read("Basic dGVzdDoxMjPCow==") == .credentials(name: "test", secret: "123£"))
    #expect(read("Basic dGVzdDoxMjOj") == .credentials(name: "test", secret: "123£"))
  }

  @Test func `are percent-decoded for OAuth clients only (RFC 6749 2_3_1)`() {
    let encoded = read("Basic YSUzQWI6YyUyQmQrZQ==")
    #expect(encoded == .credentials(name: "a%3Ab", secret: "c%2Bd+e"))
    #expect(encoded.formDecoded == .credentials(name: "a:b", secret: "c+d e"))
    #expect(read("Basic YTolJQ==").formDecoded == .credentials(name: "a", secret: "%%"))
  }

  @Test func `are missing, of another scheme, or malformed`() {
    #expect(read() == .missing)
    #expect(read("Bearer abc") == .otherScheme("Bearer"))
    for text in ["Basic", "Basic !", "Basic YWJj"] {
      guard case .malformed = read(text) else {
        Issue.record("\(text) was taken")
        continue
      }
    }
    guard case .malformed = read("Basic YTpi", "Basic YTpi") else {
      Issue.record("two headers were taken")
      return
    }
  }

  @Test func `have secrets that are compared whole`() {
    #expect(BasicCredentials.isSame("secret", "secret"))
    #expect(!BasicCredentials.isSame("secre", "secret"))
    #expect(!BasicCredentials.isSame("", "secret"))
  }
}

@Suite struct `Leave for scripts of other origins` {
  let leave = CrossOrigin(methods: "GET, POST", fields: "Authorization, Content-Type")

  @Test func `is given to a preflight with methods and fields`() {
    #expect(leave.preflight.status.code == 204)
    #expect(leave.preflight.headers["Access-Control-Allow-Origin"] == "*")
    #expect(leave.preflight.headers["Access-Control-Allow-Methods"] == "GET, POST")
    #expect(leave.preflight.headers["Access-Control-Allow-Headers"] == "Authorization, Content-Type")
  }

  @Test func `lets an answer be read, without cookies`() {
    var response = Response.text("a")
    leave.allow(&response)
    #expect(response.headers["Access-Control-Allow-Origin"] == "*")
    #expect(response.headers["Access-Control-Allow-Credentials"] == nil)
  }
}
