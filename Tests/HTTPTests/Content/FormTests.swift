import HTTP
import Testing

/// The fields as pairs.
private func pairs(_ text: String) throws -> [String] {
  try Form(parsing: text).map { "\($0.name)|\($0.value)" }
}

@Suite struct `A form` {
  @Test(
    arguments: [
      ("", []), ("a=1", ["a|1"]), ("a=1&b=2", ["a|1", "b|2"]), ("a", ["a|"]), ("a=", ["a|"]), ("=1", ["|1"]),
      ("a=1=2", ["a|1=2"]), ("&&a=1&", ["a|1"]), ("a+b=c+d", ["a b|c d"]), ("a=%2B", ["a|+"]),
      ("a=%26%3D", ["a|&="]),
      ("%61=%C3%A9", ["a|é"]), ("a=1&a=2", ["a|1", "a|2"]), ("a=é", ["a|é"]), ("a=1;b=2", ["a|1;b=2"]),
      ("a=%0D%0A", ["a|\r\n"]), ("=", ["|"]),
    ] as [(String, [String])]) func `is read field by field, plus for space (URL Standard §5.1)`(
      text: String, fields: [String]
    ) throws
  {
    #expect(try pairs(text) == fields)
  }

  @Test(
    arguments: [
      ("a=%", 1, .malformedEscape), ("a=%4", 1, .malformedEscape), ("a=1&%zz=1", 2, .malformedEscape),
      ("a=%00", 1, .encodedNull), ("a&b=\u{0}", 2, .encodedNull),
      ("a&b&c=%FF", 3, .invalidUTF8), ("%C3=1", 1, .invalidUTF8),
      ("a=%ED%A0%80", 1, .invalidUTF8), ("&&a=%", 1, .malformedEscape),
    ] as [(String, Int, PercentCoding.Problem)])
  func `that does not decode is an error that names the field`(
    text: String, field: Int, problem: PercentCoding.Problem
  ) {
    #expect(throws: Form.Problem.malformed(field: field, problem)) { try Form(parsing: text) }
  }

  @Test(arguments: 0...20)
  func `is read the same wherever its marks stand, though eight bytes are looked at at once`(
    length: Int
  ) throws {
    let x = String(repeating: "x", count: length)
    #expect(try pairs("\(x)n=\(x)v&b=2") == ["\(x)n|\(x)v", "b|2"])
    #expect(try pairs("n=\(x)%41\(x)+=&b") == ["n|\(x)A\(x) =", "b|"])
    #expect(try pairs("\(x)é=\(x)é&\(x)%C3%A9=\(x)") == ["\(x)é|\(x)é", "\(x)é|\(x)"])
    #expect(try pairs("\(x)a&%62=+") == ["\(x)a|", "b| "])
    #expect(throws: Form.Problem.malformed(field: 2, .malformedEscape)) { try pairs("\(x)a&\(x)%4") }
    #expect(throws: Form.Problem.malformed(field: 1, .invalidUTF8)) { try pairs("\(x)a=\(x)%FF&b") }
  }

  @Test func `of bytes that are not UTF-8 is an error`() {
    #expect(throws: Form.Problem.malformed(field: 1, .invalidUTF8)) { try Form(parsing: [0x61, 0x3D, 0xFF]) }
  }

  @Test func `has a thousand fields at most`() throws {
    #expect(try Form(parsing: String(repeating: "a&", count: 1000)).count == 1000)
    #expect(throws: Form.Problem.tooManyFields) { try Form(parsing: String(repeating: "a&", count: 1001)) }
    #expect(try Form(parsing: String(repeating: "&", count: 100_000)).isEmpty)
  }

  @Test func `gives the first value, all values, the names and the repeated names`() throws {
    let form = try Form(parsing: "a=1&b=2&a=3&c=4&b=5")
    #expect(form["a"] == "1")
    #expect(form["x"] == nil)
    #expect(form.values("a") == ["1", "3"])
    #expect(form.names == ["a", "b", "a", "c", "b"])
    #expect(form.duplicates == ["a", "b"])
    #expect(try Form(parsing: "a=1&b=2").duplicates.isEmpty)
  }

  @Test func `changes one name and leaves the others where they are`() throws {
    var form = try Form(parsing: "a=1&b=2&a=3")
    form.set("a", "4")
    #expect(form.encoded == "a=4&b=2")
    form.set("c", "5")
    form.set("b", nil)
    form.set("d", nil)
    #expect(form.encoded == "a=4&c=5")
    form.set("a", nil)
    #expect(form.encoded == "c=5")
  }

  @Test func `has first values, for protocols where empty means not sent`() throws {
    #expect(try Form(parsing: "a=&b=1&a=2&b=3&c").firstValues == ["b": "1", "a": "2"])
    #expect(try Form(parsing: "a=1&b=2").firstValues == ["a": "1", "b": "2"])
  }

  @Test func `is the same from bytes that are a part of others, and from any other collection`() throws {
    let bytes = Array("?a=%41&b+=c?".utf8)
    #expect(try Form(parsing: bytes[1..<bytes.count - 1]) == ["a": "A", "b ": "c"])
    #expect(try Form(parsing: bytes[1..<bytes.count - 1].lazy.map { $0 }) == ["a": "A", "b ": "c"])
  }

  @Test func `is written so that it reads the same`() throws {
    let form: Form = ["a b": "c+d&e=f", "é": "", "": "%20~-._*", "a b": "\r\n"]
    #expect(form.encoded == "a+b=c%2Bd%26e%3Df&%C3%A9=&=%2520~-._%2A&a+b=%0D%0A")
    #expect(try Form(parsing: form.encoded) == form)
  }

  @Test func `in a body must be declared as one`() throws {
    let request = Request(.post, "/", form: ["a": "1"])
    #expect(try request.form["a"] == "1")
    var other = request
    other.headers.set("Content-Type", "Application/X-WWW-Form-Urlencoded; charset=UTF-8")
    #expect(try other.form["a"] == "1")
    other.headers.set("Content-Type", "application/json")
    #expect(throws: Form.Problem.notAForm(contentType: "application/json")) { try other.form }
    other.headers.remove("Content-Type")
    #expect(throws: Form.Problem.notAForm(contentType: nil)) { try other.form }
  }

  @Test func `says in words why it cannot be read`() {
    #expect(
      "\(Form.Problem.malformed(field: 2, .malformedEscape))"
        == "field 2 has a % without two hexadecimal digits behind it")
    #expect("\(Form.Problem.malformed(field: 1, .invalidUTF8))" == "field 1 has bytes that are not UTF-8")
    #expect("\(Form.Problem.tooManyFields)" == "there are more than 1000 fields")
    #expect(
      "\(Form.Problem.notAForm(contentType: "application/json"))"
        == "the content is application/json, and no application/x-www-form-urlencoded")
  }
}

@Suite struct `A cookie` {
  private func request(_ cookie: String...) -> Request {
    var request = Request("GET", "/")
    for value in cookie { request.headers.append("Cookie", value) }
    return request
  }

  @Test func `is set with its attributes (RFC 6265 §4.1)`() {
    #expect(
      Cookie("SID", "31d4d96e407aad42", path: "/").fieldValue
        == "SID=31d4d96e407aad42; Path=/; HttpOnly; SameSite=Lax")
    #expect(
      Cookie("a", "b", path: nil, maxAge: 0, httpOnly: false, secure: true, sameSite: Cookie.SameSite.none)
        .fieldValue
        == "a=b; Max-Age=0; Secure; SameSite=None")
    var response = Response(200)
    response.set(Cookie("a", "1", path: "/x;y", sameSite: nil))
    response.set(Cookie("b", "2", path: "/", maxAge: 60, sameSite: .strict))
    #expect(
      response.headers.values("Set-Cookie") == [
        "a=1; Path=/x_y; HttpOnly", "b=2; Path=/; Max-Age=60; HttpOnly; SameSite=Strict",
      ])
  }

  @Test func `comes back with its value`() {
    let value = "a b;c,\"d\"\\%é\r\n"
    let field = Cookie("x", value, path: "/").fieldValue.prefix { $0 != ";" }
    #expect(request(String(field)).cookie("x") == value)
  }

  @Test func `is found among others (RFC 6265 §5.4)`() {
    let request = request("SID=31d4d96e407aad42; lang=en-US", "a=b=c;d=\"e\" ; bad; =f; lang=nl; empty=")
    #expect(request.cookie("SID") == "31d4d96e407aad42")
    #expect(request.cookie("lang") == "en-US")
    #expect(request.cookie("a") == "b=c")
    #expect(request.cookie("d") == "\"e\"")
    #expect(request.cookie("empty") == "")
    #expect(request.cookie("bad") == nil)
    #expect(request.cookie("sid") == nil)
    #expect(request.cookies.map(\.name) == ["SID", "lang", "a", "d", "lang", "empty"])
  }

  @Test func `with a stray percent sign is taken as it is`() {
    #expect(request("a=100%").cookie("a") == "100%")
  }
}
