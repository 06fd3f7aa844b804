import HTTP
import Testing

private func request(_ name: String, _ values: String...) -> Request {
  var request = Request("GET", "/")
  for value in values { request.headers.append(name, value) }
  return request
}

@Suite struct `A media type` {
  @Test func `is a type, a subtype and parameters without case (RFC 9110 §8.3.1)`() throws {
    for text in [
      "text/html;charset=utf-8", "Text/HTML;Charset=\"utf-8\"", "text/html; charset=\"utf-8\"",
      "text/html ; charset=utf-8 ;",
    ] {
      let type = try #require(MediaType(text))
      #expect(type.essence == "text/html")
      #expect(type["charset"] == "utf-8")
    }
  }

  @Test func `may have quoted parameters with anything in them (RFC 9110 §5.6.4)`() throws {
    let type = try #require(MediaType("a/b; c=\"d;e=\\\"f\\\\\"; g=h"))
    #expect(type["c"] == "d;e=\"f\\")
    #expect(type["g"] == "h")
    #expect(type["x"] == nil)
  }

  @Test(arguments: [
    "", "text", "text/", "/html", "text/html/x", "text /html", "te xt/html", "text/html; charset",
    "text/html; a=\"b",
    "text/html; a=\"b\"c", "text/html; =b", "text/html; a=b c", "text/html; a=", "text/html, text/plain",
  ]) func `that is not of the grammar is none`(text: String) {
    #expect(MediaType(text) == nil)
  }

  @Test(arguments: [
    ("application/json", true), ("Application/JSON; charset=utf-8", true), ("application/problem+json", true),
    ("application/jose+json", true), ("text/json", false), ("application/jsonx", false),
    ("application/jwt", false),
  ]) func `says whether the content is JSON (RFC 6839 §3.1)`(text: String, expected: Bool) {
    #expect(MediaType(text)?.isJSON == expected)
  }

  @Test func `of a request is read from Content-Type`() {
    #expect(request("Content-Type", "application/json").contentType?.isJSON == true)
    for json in ["application/json", "Application/JSON", "application/json; charset=utf-8", "a/b+json"] {
      #expect(request("Content-Type", json).isJSON)
      #expect(!request("Content-Type", json).isForm)
    }
    for other in ["text/json", "application/jsonp", "x", "application/x-www-form-urlencoded"] {
      #expect(!request("Content-Type", other).isJSON)
    }
    #expect(!Request("GET", "/").isJSON)
    #expect(!Request("GET", "/").isForm)
    #expect(request("Content-Type", "x").contentType == nil)
    #expect(Request("GET", "/").contentType == nil)
  }
}

@Suite struct `A preference` {
  /// The example of RFC 9110 §12.5.1, with weights in thousandths.
  @Test(arguments: [
    ("text/html", 300), ("text/plain", 300), ("image/jpeg", 500), ("text/xml", 300), ("a/b", 500),
  ])
  func `is that of the most precise range (RFC 9110 §12.5.1)`(mediaType: String, weight: Int) {
    let request = request("Accept", "text/*;q=0.3, text/plain;q=0.3, */*;q=0.5")
    #expect(request.weight(of: mediaType) == weight)
  }

  @Test(arguments: [
    ("text/html", 1000), ("text/html;q=0.7", 700), ("text/html ; Q=0.123", 123), ("text/html;q=1.000", 1000),
    ("text/html;q=0", 0), ("text/html;q=0.", 0), ("text/html;q=1.001", 0), ("text/html;q=2", 0),
    ("text/html;q=x", 0),
    ("text/html;q=0.1234", 0), ("text/html;q=-1", 0), ("text/html;q=", 0), ("text/html;level=1;q=0.5", 500),
    ("TEXT/HTML", 1000), ("", 0), (",,text/html,", 1000), ("application/json", 0), ("*/*", 1000),
    ("text/html;q=.5", 0),
  ]) func `has a weight of at most three digits (RFC 9110 §12.4.2)`(accept: String, weight: Int) {
    #expect(request("Accept", accept).weight(of: "text/html") == weight)
  }

  @Test func `for nothing is one for everything`() {
    #expect(Request("GET", "/").weight(of: "text/html") == 1000)
  }

  @Test func `may come in several fields`() {
    #expect(request("Accept", "a/b", "text/html;q=0.5").weight(of: "text/html") == 500)
  }

  @Test(arguments: [
    // What Firefox, Chrome, curl, and programs send.
    ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true),
    ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8", true),
    ("*/*", false), ("application/json", false), ("application/json, text/plain, */*", false),
    ("application/json, text/html;q=0.9", false), ("text/html;q=0", false), ("text/*", false),
    ("text/html", true),
    ("application/json;q=0.5, text/html", true), ("text/html, application/json", true),
  ]) func `for pages is one that names text/html`(accept: String, expected: Bool) {
    #expect(request("Accept", accept).prefersHTML == expected)
  }

  @Test func `for pages is not there without Accept`() {
    #expect(!Request("GET", "/").prefersHTML)
  }

  @Test(
    arguments: [
      ("nl", "nl"), ("nl-BE", "nl"), ("da, en-gb;q=0.8, en;q=0.7", "en"), ("fr;q=0.5, nl;q=0.8", "nl"),
      ("de-DE-1996, fr", "de"), ("x-klingon", nil), ("*", "en"), ("en;q=0, *", "nl"), ("NL-be", "nl"),
      ("", nil),
      ("fr, nl", "fr"), ("nl;q=0.9, fr;q=0.9", "nl"), ("en;q=0", nil), ("xx, fr;q=0.1", "fr"),
    ] as [(String, String?)]) func `for a language takes the nearest that is offered (RFC 4647 §3.4)`(
      accept: String, expected: String?
    )
  {
    #expect(request("Accept-Language", accept).language(of: ["en", "nl", "fr", "de"]) == expected)
  }

  @Test func `for no language leaves the choice`() {
    #expect(Request("GET", "/").language(of: ["en"]) == nil)
  }
}

@Suite struct `Markup` {
  @Test func `escapes what is put into it`() {
    let name = "<b a=\"x\" c='y'>&"
    let page: HTML = "<p title=\"\(name)\">\(name.dropFirst(1))</p>"
    #expect(
      page.text
        == "<p title=\"&lt;b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;\">b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;</p>"
    )
  }

  @Test func `takes markup as it is`() {
    let item: HTML = "<li>\(1 + 1)</li>"
    let none: HTML? = nil
    #expect(
      ("<ul>\([item, item])\(none)\(item as HTML?)</ul>" as HTML).text
        == "<ul><li>2</li><li>2</li><li>2</li></ul>")
    #expect(HTML(["<i>", "<b>"], separator: ", ").text == "<i>, <b>")
    #expect(HTML(markup: "<i>").text == "<i>")
    #expect(HTML(escaping: "é<").description == "é&lt;")
  }
}
