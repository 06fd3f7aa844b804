import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit
import Testing

@Suite struct `An authorization answer` {
  @Test func `can stand in the fragment of the redirect URI`() {
    #expect(
      RedirectLocation.with(
        "https://a.test/cb?x=1", fragment: [("id_token", "t"), ("state", "a b"), ("no", nil)])
        == "https://a.test/cb?x=1#id_token=t&state=a%20b")
  }

  @Test func `can be posted by a page that needs no script`() {
    let page = FormPost.response(
      to: "https://a.test/cb?x=\"1", [("code", "<c>"), ("state", nil)])
    let text = String(decoding: page.body, as: UTF8.self)
    #expect(text.contains("action=\"https://a.test/cb?x=&quot;1\""))
    #expect(text.contains("name=\"code\" value=\"&lt;c&gt;\"") && !text.contains("name=\"state\""))
    #expect(text.contains("<noscript><button"))
    // The hash of exactly this script, so that no other one runs.
    #expect(
      page.headers["Content-Security-Policy"]?.contains(
        "script-src 'sha256-") == true)
  }
}
