import HTTP
import JSON
import Testing

@testable import ProviderKit

@Suite struct `What --redact leaves` {
  private let redaction = Redaction(controlTokens: ["control token"])
  private let signed = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0"

  @Test func `of a token are header and claims, of an encrypted one its header and key`() {
    #expect(redaction.text("id_token=\(signed).c2ln&state=x") == "id_token=\(signed).redacted&state=x")
    #expect(redaction.text("(\(signed).c2ln)") == "(\(signed).redacted)")
    #expect(redaction.text("eyJh.a2V5.aXY.Y29udGVudA.dGFn") == "eyJh.a2V5.aXY.redacted.redacted")
    #expect(redaction.text("eyJhbGciOiJub25lIn0.e30.") == "eyJhbGciOiJub25lIn0.e30.")
    #expect(redaction.text("eyJh and eyJh.b") == "eyJh and eyJh.b")
  }

  @Test func `of forms, queries and addresses is all but the values of secrets' names`() {
    #expect(redaction.text("client_id=a&client_secret=b%20c&x=1") == "client_id=a&client_secret=redacted&x=1")
    #expect(redaction.text("http://a/?Client%5FSecret=b#c") == "http://a/?Client%5FSecret=redacted#c")
    #expect(redaction.text("client_secret=&pin_code=1234") == "client_secret=&pin_code=redacted")
    #expect(redaction.text("access_token=\(signed).c2ln") == "access_token=\(signed).redacted")
    #expect(redaction.text("the control token it is") == "the redacted it is")
  }

  @Test func `of JSON is its form, whatever stands under a secret's name`() {
    let json: JSON = [
      "pin_code": 1234, "secret": ["of": ["a", 1, true]], "note": "client_secret=x", "n": 1,
      "keys": [["kty": "RSA", "n": "public", "d": "private"]], "d": "no key's",
    ]
    #expect(
      redaction.json(json) == [
        "pin_code": "redacted", "secret": ["of": ["redacted", "redacted", true]],
        "note": "client_secret=redacted", "n": 1,
        "keys": [["kty": "RSA", "n": "public", "d": "redacted"]], "d": "no key's",
      ])
  }

  @Test(arguments: [
    ("Authorization", "Basic YTpi", "Basic YTpyZWRhY3RlZA=="),
    ("authorization", "Bearer opaque", "Bearer redacted"),
    ("Authorization", "Basic ???", "Basic redacted"), ("Authorization", "alone", "redacted"),
    ("Cookie", "a=b; c", "a=redacted; c"), ("Secret", "x", "redacted"), ("X-Other", "x", "x"),
  ])
  func `of headers is who, but not with what`(name: String, value: String, left: String) {
    let request = Request(.get, "/~t1/x?a=1&token=2", headers: [name: value])
    let masked = redaction.request(request)
    #expect(masked.headers[name] == left)
    #expect(masked.target.raw == "/~t1/x?a=1&token=redacted")
    #expect(masked.target.path == "/~t1/x")
  }

  @Test func `of a cookie that is set are its name and attributes`() {
    var response = Response(.ok)
    response.set(Cookie("session", "value", path: "/~t1"))
    #expect(
      redaction.response(response).headers["Set-Cookie"]
        == "session=redacted; Path=/~t1; HttpOnly; SameSite=Lax")
  }

  @Test func `of content without secrets is every byte, and of JSON that does not parse nothing`() {
    let request = { (body: String) in
      redaction.request(
        Request(.post, "/", headers: ["Content-Type": "application/json"], body: Array(body.utf8))
      ).body
    }
    #expect(String(decoding: request("{ \"a\" : 1 }"), as: UTF8.self) == "{ \"a\" : 1 }")
    #expect(String(decoding: request("{\"pin\":\"1"), as: UTF8.self) == "redacted: 9 bytes that are not JSON")
    #expect(redaction.response(Response(.ok, body: [0xFF, 0])).body == [0xFF, 0])
  }

  @Test func `of a form is no part of a secret, whatever characters it has`() {
    let form = { (body: [UInt8]) in
      let headers: Headers = ["Content-Type": "application/x-www-form-urlencoded"]
      return redaction.request(Request(.post, "/?client_secret=a'b;c&x=1", headers: headers, body: body))
    }
    let masked = form(Array("client_secret=Tr0ub4'dor;<3&x='1'".utf8))
    #expect(String(decoding: masked.body, as: UTF8.self) == "client_secret=redacted&x='1'")
    #expect(masked.target.raw == "/?client_secret=redacted&x=1")
    let broken = form(Array("client_secret=s3cret&note=".utf8) + [0xFF]).body
    #expect(String(decoding: broken, as: UTF8.self) == "redacted: 27 bytes that are not UTF-8")
  }

  @Test func `of a path is not a token's signature`() {
    let masked = redaction.request(Request(.get, "/~t1/link/\(signed).c2ln/x?a=\(signed).c2ln")).target
    #expect(masked.raw == "/~t1/link/\(signed).redacted/x?a=\(signed).redacted")
    #expect(masked.path == "/~t1/link/\(signed).redacted/x")
    var dropped = Request(.get, "/~t1/\(signed).c2ln")
    dropped.target = dropped.target.droppingFirstSegment
    #expect(redaction.request(dropped).target.path == "/\(signed).redacted")
    #expect(redaction.request(dropped).target.raw == "/~t1/\(signed).redacted")
  }

  @Test func `of a form with several parts are the parts without secrets' names, pictures too`() {
    let part = { (name: String, content: String) in
      "--b 1\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(content)\r\n"
    }
    let head = part("Client_Secret", "s3cret\r\nof two lines") + part("note", "token=x") + part("pin", "")
    let masked = part("Client_Secret", "redacted") + part("note", "token=redacted") + part("pin", "")
    let picture: [UInt8] = [0xFF, 0xD8, 0, 13, 10]
    let rest = Array("--b 1\r\nContent-Disposition: form-data; name=photo\r\n\r\n".utf8) + picture
    let end = Array("\r\n--b 1--\r\n".utf8)
    let request = Request(
      .post, "/", headers: ["Content-Type": "multipart/form-data; boundary=\"b 1\""],
      body: Array(head.utf8) + rest + end)
    #expect(redaction.request(request).body == Array(masked.utf8) + rest + end)
  }

  @Test func `is told apart from a secret when it is put back`() {
    #expect(Redaction.maskedMember(in: ["clients": ["a": ["secret": "redacted"]]]) == "clients.a.secret")
    #expect(Redaction.maskedMember(in: ["clients": [["secret": "own"]]]) == nil)
  }
}

@Suite struct `What somebody takes along` {
  private let exchange: RecordedExchange
  private let redaction: Redaction

  init() {
    let request = Request(
      .post, "/token?code=abcdefgh1234",
      headers: [
        "Authorization": "Basic Y2xpZW50OnNlY3JldC13b3Jk", "Cookie": "session=0123456789abcdef; x=1",
        "Content-Type": "application/x-www-form-urlencoded",
      ], body: Array("client_secret=s%C3%A9cret+word&scope=openid".utf8))
    var response = Response.json(
      .ok,
      Array(
        "{\"id_token\":\"opaque-token-1\",\"auth_req_id\":\"handle-1\",\"code\":\"E1\",\"scope\":\"openid\"}"
          .utf8))
    response.headers.append("Location", "https://a.test/cb?code=another-code&state=state-stays")
    response.set(Cookie("login", "a-cookie-value", path: "/a-long-path"))
    exchange = RecordedExchange(request: request, response: response)
    redaction = Redaction(exporting: [exchange])
  }

  @Test(arguments: [
    "abcdefgh1234", "Y2xpZW50OnNlY3JldC13b3Jk", "secret-word", "0123456789abcdef", "sécret word",
    "s%C3%A9cret%20word", "opaque-token-1", "handle-1", "another-code", "a-cookie-value",
  ])
  func `has none of its secrets wherever they stand`(_ secret: String) {
    #expect(redaction.text("before \(secret) after") == "before redacted after")
  }

  @Test(arguments: ["state-stays", "openid", "/a-long-path", "eyJ", "a code 200", ""])
  func `keeps what is no secret`(_ text: String) {
    #expect(redaction.text(text) == text)
  }

  @Test func `has no codes in addresses and in pages that carry them back`() {
    let redaction = Redaction(exporting: [])
    #expect(redaction.text("GET /cb?code=x&state=y") == "GET /cb?code=redacted&state=y")
    let page =
      "<form><input type=\"hidden\" name=\"code\" value=\"x\"><input name=\"state\" value=\"y\"><input value=\"\">"
    #expect(
      redaction.text(page)
        == "<form><input type=\"hidden\" name=\"code\" value=\"redacted\"><input name=\"state\" value=\"y\"><input value=\"\">"
    )
    #expect(Redaction().text(page) == page && Redaction().text("code=x") == "code=x")
  }

  @Test func `is masked exchange by exchange, and what is only called alike stays`() {
    let masked = exchange.redacted(redaction)
    #expect(masked.request.target.raw == "/token?code=redacted")
    #expect(String(decoding: masked.request.body, as: UTF8.self) == "client_secret=redacted&scope=openid")
    #expect(masked.response.headers["Location"] == "https://a.test/cb?code=redacted&state=state-stays")
    #expect(masked.response.headers["Set-Cookie"]?.hasPrefix("login=redacted; Path=/a-long-path") == true)
    let body = String(decoding: masked.response.body, as: UTF8.self)
    #expect(
      body.contains("\"code\":\"E1\"") && !body.contains("opaque-token-1") && !body.contains("handle-1"))
  }
}
