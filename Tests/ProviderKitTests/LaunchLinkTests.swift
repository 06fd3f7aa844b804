import ProviderKit
import Testing

@Suite struct `A launch link` {
  @Test func `is read as a universal link, as a scheme of an app, and as the text of a code`() {
    let universal = LaunchLink(" https://app.bankid.com/?autostarttoken=a-b&redirect=null\n")
    #expect(universal.scheme == "https" && universal.host == "app.bankid.com" && universal.path == "/")
    #expect(
      universal.query["autostarttoken"] == "a-b" && universal.rawQuery == "autostarttoken=a-b&redirect=null")
    let scheme = LaunchLink("bankid:///?autostarttoken=a")
    #expect(scheme.scheme == "bankid" && scheme.host.isEmpty && scheme.path == "/")
    let bare = LaunchLink("BioID-Verify://?access_token=t&return_url=app")
    #expect(bare.scheme == "bioid-verify" && bare.path.isEmpty && bare.query["return_url"] == "app")
    let code = LaunchLink("bankid.67df3917.0.dc69")
    #expect(code.scheme.isEmpty && code.text == "bankid.67df3917.0.dc69" && code.query.isEmpty)
    #expect(LaunchLink(" \n").text.isEmpty)
  }

  @Test func `knows the host without user, port and fragment`() {
    let link = LaunchLink("https://user:secret@App.Example.test:8443/a?x=1#y?z")
    #expect(link.host == "app.example.test" && link.path == "/a" && link.rawQuery == "x=1")
    #expect(link.isAt(["example.test"]) && !link.isAt(["ample.test"]))
    #expect(LaunchLink("http://[::1]:8080/itsme/a").host == "[::1]")
  }

  @Test(arguments: [
    ("http://localhost:8080/criipto/bankid-app?x=1", "/bankid-app"),
    ("http://localhost:8080/~t1/criipto/mitid/abc/app", "/mitid/abc/app"),
    ("https://example.test/prefix/criipto/a", "/a"),
    ("http://criipto.localhost:8080/bankid-app", "/bankid-app"),
    ("http://t1--criipto.eidolon/a", "/a"),
  ]) func `finds its path below a provider:`(_ link: String, _ path: String) {
    #expect(LaunchLink(link).path(below: "criipto") == path)
    #expect(LaunchLink(link).path(below: "veridium") == nil)
  }

  @Test func `has no path below a provider in a scheme of an app`() {
    #expect(LaunchLink("bankid://criipto/criipto/a").path(below: "criipto") == nil)
  }

  @Test func `has no fields where the query is malformed`() {
    #expect(LaunchLink("https://a.test/?x=%zz").query.isEmpty)
  }
}
