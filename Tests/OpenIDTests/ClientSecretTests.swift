import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit
import Testing

@Suite struct `A client's secret (RFC 6749 2_3_1)` {
  func read(_ authorization: String?, _ form: Form = Form()) -> ClientSecret {
    var request = Request(.post, "/token", form: form)
    if let authorization { request.headers.append("Authorization", authorization) }
    return ClientSecret(request, form: form)
  }

  func header(_ text: String) -> String { "Basic \(Base64.encode(Array(text.utf8)))" }

  @Test func `comes in the header, its parts form-encoded`() {
    #expect(read(header("app:secret")) == .basic(client: "app", secret: "secret"))
    #expect(read(header("urn%3Aapp:a%2Bb+c")) == .basic(client: "urn:app", secret: "a+b c"))
  }

  @Test func `is taken as it is where it does not decode`() {
    #expect(read(header("app:100%")) == .basic(client: "app", secret: "100%"))
  }

  @Test func `comes in the form`() {
    let form: Form = ["client_id": "app", "client_secret": "secret"]
    #expect(read(nil, form) == .post(client: "app", secret: "secret"))
  }

  @Test func `comes one way only (2_3)`() {
    let form: Form = ["client_id": "app", "client_secret": "secret"]
    guard case .malformed = read(header("app:secret"), form) else {
      Issue.record("two ways were accepted")
      return
    }
  }

  @Test func `may be accompanied by the same client_id and no other`() {
    #expect(read(header("app:s"), ["client_id": "app"]) == .basic(client: "app", secret: "s"))
    guard case .malformed = read(header("app:s"), ["client_id": "other"]) else {
      Issue.record("two clients were accepted")
      return
    }
  }

  @Test func `may be missing`() {
    #expect(read(nil) == .missing)
    #expect(read(nil, ["client_id": "app"]) == .unproven(client: "app"))
    #expect(read("Bearer token", ["client_id": "app"]) == .unproven(client: "app"))
    #expect(!read(nil, ["client_id": "app"]).isSecret(""))
  }

  @Test(arguments: ["Basic", "Basic ?", "Basic YXBw"])
  func `is malformed without base64 or a colon`(_ header: String) {
    guard case .malformed = read(header) else {
      Issue.record("\(header) was accepted")
      return
    }
  }

  @Test func `is compared whole, and an empty one is none`() {
    #expect(read(header("app:secret")).isSecret("secret"))
    #expect(!read(header("app:secret")).isSecret("secre"))
    #expect(!read(header("app:")).isSecret(""))
  }
}
