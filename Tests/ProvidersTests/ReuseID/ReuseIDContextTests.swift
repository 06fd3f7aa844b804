import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import ReuseID

@Suite struct `The operation contexts of a step-up (1a, 2)` {
  /// The contract's bytes.
  static let pre =
    "eyJzaWduaWNhdE9wZXJhdGlvbiI6eyJvcGVyYXRpb24iOiJhdXRoZW50aWNhdGlvbiIsInByb3ZpZGVyIjoiZWlkIiwicHJvY2Vzc1R5cGUiOiJzdWJzdGFudGlhbCJ9fQ=="
  static let post =
    "eyJzaWduaWNhdE9wZXJhdGlvbiI6eyJ2ZXJzaW9uIjoiMSIsIm9wZXJhdGlvbiI6ImF1dGhlbnRpY2F0aW9uIiwicHJvdmlkZXIiOiJlaWQiLCJ0b2tlbiI6IjNmMGE2YzFlLTdkNTUtNGEwZi05YjFjLTJiOWM3ZDFlNGY2MCIsInVybCI6Imh0dHBzOi8vZXRydXN0LXNhbmRib3guZWxlY3Ryb25pY2lkLmV1L3YyIiwicHJvY2Vzc1R5cGUiOiJzdWJzdGFudGlhbCIsImVpZFByb3ZpZGVyT3B0aW9ucyI6eyJkb2NUeXBlIjoxLCJkb2NUeXBlcyI6WzEsMiwzXSwiZGVmYXVsdElkIjoxfX19"
  static let postWithoutOptions =
    "eyJzaWduaWNhdE9wZXJhdGlvbiI6eyJ2ZXJzaW9uIjoiMSIsIm9wZXJhdGlvbiI6ImF1dGhlbnRpY2F0aW9uIiwicHJvdmlkZXIiOiJlaWQiLCJ0b2tlbiI6IjNmMGE2YzFlLTdkNTUtNGEwZi05YjFjLTJiOWM3ZDFlNGY2MCIsInVybCI6Imh0dHA6Ly9sb2NhbGhvc3Q6ODA4MC92MiIsInByb2Nlc3NUeXBlIjoic3Vic3RhbnRpYWwifX0="

  func context(
    _ continuation: ReuseID.SignicatOperation.Continuation?, _ documents: ReuseID.DocumentOptions = .init()
  ) -> JSON {
    ReuseID.SignicatOperation(
      kind: .authentication, provider: "eid", continuation: continuation, documents: documents,
      alwaysSaysVersion: false
    ).context.forApp(urlSafe: false)
  }

  @Test func `are the contract's bytes before the authentication`() {
    #expect(context(nil) == ["context_content_b64": .string(Self.pre), "context_mime": "application/json"])
  }

  @Test func `are the contract's bytes after it, with all three options and with none`() {
    let token = "3f0a6c1e-7d55-4a0f-9b1c-2b9c7d1e4f60"
    let all = ReuseID.DocumentOptions(docType: 1, docTypes: [1, 2, 3], defaultId: 1)
    #expect(
      context(.init(token: token, url: "https://etrust-sandbox.electronicid.eu/v2"), all)[
        "context_content_b64"]
        == .string(Self.post))
    #expect(
      context(.init(token: token, url: "http://localhost:8080/v2"))["context_content_b64"]
        == .string(Self.postWithoutOptions))
  }

  @Test func `have exactly two members on the wire, and the whole base64 is padded and on one line`() throws {
    let stage = try ReuseIDStage()
    _ = stage.stepUp()
    let started = stage.start()
    #expect(started.json["pre_operation_context"]?.object?.names == ["context_content_b64", "context_mime"])
    #expect(started.json["pre_operation_context"]?["context_content_b64"] == .string(Self.pre))
    let finished = stage.finish()
    let context = finished.json["post_operation_context"]
    #expect(context?.object?.names == ["context_content_b64", "context_mime"])
    #expect(context?["context_mime"] == "application/json")
    let encoded = context?["context_content_b64"]?.string ?? ""
    #expect(encoded.count % 4 == 0 && !encoded.contains("\n"))
  }

  @Test func `say before the authentication only operation, provider and processType`() throws {
    let stage = try ReuseIDStage()
    _ = stage.stepUp(["eidProviderOptions": ["docType": 62]])
    let operation = stage.start().operation("pre_operation_context")
    #expect(operation?.object?.names == ["operation", "provider", "processType"])
    #expect(operation?["operation"] == "authentication")
    #expect(operation?["provider"] == "eid")
    #expect(operation?["processType"] == "substantial")
  }

  @Test func `say afterwards where to go on, in this order and without a slash at the end`() throws {
    let stage = try ReuseIDStage()
    _ = stage.authenticated(["eidProviderOptions": ["docTypes": [62, 63], "defaultId": 62]])
    _ = stage.stepUp(["eidProviderOptions": ["docTypes": [62, 63], "defaultId": 62]])
    _ = stage.start()
    let operation = stage.finish().operation("post_operation_context")
    #expect(
      operation?.object?.names == [
        "version", "operation", "provider", "token", "url", "processType", "eidProviderOptions",
      ])
    #expect(operation?["version"] == "1")
    #expect(operation?["token"] == "token-2")
    #expect(operation?["url"] == "http://localhost:8080/verifier/v2")
    #expect(operation?["eidProviderOptions"]?.object?.names == ["docTypes", "defaultId"])
  }

  @Test func `leave the options out when none was set at the start`() throws {
    let stage = try ReuseIDStage()
    _ = stage.stepUp()
    _ = stage.start()
    let operation = stage.finish().operation("post_operation_context")
    #expect(operation?["eidProviderOptions"] == nil)
    #expect(operation?.object?.names.last == "processType")
  }

  @Test func `carry each option that was set, and the order says so to the verifier`() throws {
    let stage = try ReuseIDStage()
    _ = stage.authenticated([
      "videoidProviderOptions": ["docType": 138, "docTypes": [138, 123], "defaultId": 138]
    ])
    let documents = stage.verifier.taken.last?.documents
    #expect(documents == IdentityVerifications.Documents(only: 138, choice: [138, 123], preset: 138))
    #expect(stage.verifier.taken.last?.person.key == "anna")
    #expect(stage.verifier.taken.last?.client == "backend")
  }

  @Test func `follow the address that the app uses, with the sandbox before it`() throws {
    let stage = try ReuseIDStage()
    _ = stage.stepUp()
    _ = stage.start()
    let answer = stage.app(
      "finishAuthentication", ["auth_method": "DEVICE:PIN", "pin_code": "2580"],
      headers: ["Host": "reuseid.localhost:8080"])
    // The virtual host has no mount.
    #expect(answer.status == 404)
    let request = Request(
      .post, "/mobileid/app/finishAuthentication",
      headers: ["Host": "reuseid.localhost:8080", "Content-Type": "application/json"],
      body: Array(
        #"{"registration_id":"\#(ReuseIDStage.device)","auth_method":"DEVICE:PIN","pin_code":"2580"}"#.utf8))
    let operation = stage.emulator.send(request).operation("post_operation_context")
    #expect(operation?["url"] == "http://verifier.localhost:8080/v2")
  }

  @Test func `of a plain authentication are the backend's own, or none`() throws {
    let stage = try ReuseIDStage()
    _ = stage.authentication()
    #expect(stage.start().json["pre_operation_context"] == nil)
    #expect(stage.finish().json["post_operation_context"] == nil)
    _ = stage.authentication([
      "preOperationContext": ["content": "Pay 10 EUR?", "mimeType": "text/plain", "title": "Payment"],
      "postOperationContext": ["content": "Paid", "mimeType": "text/plain"],
    ])
    let pre = stage.start()
    #expect(pre.context("pre_operation_context") == "Pay 10 EUR?")
    #expect(pre.json["pre_operation_context"]?["context_mime"] == "text/plain")
    #expect(pre.json["pre_operation_context"]?["context_title"] == "Payment")
    #expect(pre.operation("pre_operation_context") == nil)
    let post = stage.finish()
    #expect(post.context("post_operation_context") == "Paid")
    #expect(post.json["response_type"] == 0)
  }
}
