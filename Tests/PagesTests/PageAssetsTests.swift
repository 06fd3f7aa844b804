import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Registry
import Testing

@testable import Frame
@testable import TestWorlds

@Suite struct `The assets of the pages` {
  let emulator: TestEmulator

  init() throws { emulator = try .withItsme() }

  @Test func `are our own styles and scripts`() {
    #expect(PageAssets.names.contains("page.css") && PageAssets.names.contains("live.js"))
    #expect(PageAssets.names == PageAssets.names.sorted())
    #expect(PageAssets.version.count > 8)
  }

  @Test(arguments: ["", "/~t1"]) func `are served where a sandbox begins:`(_ prefix: String) {
    #expect(emulator.control(.post, "sandboxes", ["name": "t1"]).status == 201)
    let style = emulator.get(prefix + PageAssets.path("page.css"))
    #expect(style.status == 200)
    #expect(style.header("Content-Type") == "text/css; charset=utf-8")
    #expect(style.header("Cache-Control") == "public, max-age=31536000, immutable")
    #expect(style.header("X-Content-Type-Options") == "nosniff")
    #expect(style.header("Eidolon") == "emulator")
    let script = emulator.get(prefix + PageAssets.path("live.js"))
    #expect(script.header("Content-Type") == "text/javascript; charset=utf-8")
    #expect(script.text.contains("export function follow"))
    // The worker that pages share is beside the script that starts it.
    let worker = emulator.get(prefix + PageAssets.path("stream.js"))
    #expect(worker.header("Content-Type") == "text/javascript; charset=utf-8")
  }

  @Test func `are served on the host of a provider`() {
    let answer = emulator.get(PageAssets.path("live.js"), headers: ["Host": "itsme.localhost:8080"])
    #expect(answer.status == 200)
  }

  @Test func `are not sent again to a browser that has them`() {
    let first = emulator.get(PageAssets.path("page.css"))
    let tag = first.header("ETag") ?? ""
    #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
    let second = emulator.get(PageAssets.path("page.css"), headers: ["If-None-Match": tag])
    #expect(second.status == 304 && second.text.isEmpty)
    #expect(second.header("ETag") == tag)
  }

  @Test func `are for the moment only under the version of another program`() {
    let answer = emulator.get("/_eidolon/assets/another/page.css")
    #expect(answer.status == 200 && answer.header("Cache-Control") == "no-cache")
    #expect(emulator.get(PageAssets.path("no-such.css")).status == 404)
  }

  @Test func `are there before the token is typed`() throws {
    var settings = Sandbox.Settings()
    settings.control.token = "secret"
    let guarded = try TestEmulator(
      [], files: ["world.json": #"{"people": {"anna": {"given_name": "Anna"}}}"#], settings: settings)
    #expect(guarded.get(PageAssets.path("page.css")).status == 200)
    let asked = guarded.get("/?x=1")
    #expect(asked.status == 401)
    #expect(asked.text.contains(#"<input type="hidden" name="page" value="/?x=1">"#))
    let back = guarded.post("/", ["token": "secret", "page": "/?x=1"])
    #expect(back.status == 303 && back.header("Location") == "\(TestEmulator.address)/?x=1")
    let elsewhere = guarded.post("/", ["token": "secret", "page": "https://evil.example.test/"])
    #expect(elsewhere.header("Location") == "\(TestEmulator.address)/")
    let joined = guarded.post("/", ["token": "secret", "page": "//evil.example.test/"])
    #expect(joined.header("Location") == "\(TestEmulator.address)//evil.example.test/")
  }
}
