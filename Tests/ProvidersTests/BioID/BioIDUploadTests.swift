import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import JSON
import Testing

@testable import BioID

@Suite struct `An upload to BioID` {
  @Test func `is accepted with a list of warnings, which is always there (1_3, 31)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let answer = emulator.upload(emulator.token(), BioIDTestWorld.png, "tag=any&index=1&trait=FACE")
    #expect(answer.status == 200)
    #expect(answer.text == #"{"Accepted":true,"Warnings":[]}"#)
  }

  @Test(arguments: ["Bearer", "bearer", "JWT"])
  func `is authorized by the token, the scheme Bearer or JWT (27)`(
    scheme: String
  ) throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    #expect(emulator.upload(token, headers: ["Authorization": "\(scheme) \(token)"]).status == 200)
    #expect(emulator.upload(token, headers: ["Authorization": "\(scheme)   \(token)"]).status == 200)
  }

  @Test func `is refused with 401 without token, with the secret, and with what is no token`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    for headers in [
      [:], BioIDTestWorld.basic(), BioIDTestWorld.bearer("x"), BioIDTestWorld.bearer("\"\(token)\""),
      BioIDTestWorld.bearer(token.dropLast() + (token.last == "A" ? "B" : "A")),
    ] as [Headers] {
      let answer = emulator.upload(token, headers: headers)
      #expect(answer.status == 401)
      #expect(answer.json["Message"]?.string?.isEmpty == false)
    }
  }

  @Test(arguments: [
    "text/plain; charset=utf-8", "application/x-www-form-urlencoded", "text/plain",
    "application/octet-stream",
  ]) func `takes the raw text whatever the content type says (29)`(type: String) throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    // A plus in the base64 is what form decoding would break.
    let sample =
      "data:image/png;base64,\(Base64.encode([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0xFB, 0xEF, 0xBE]))"
    #expect(sample.contains("+"))
    var headers = BioIDTestWorld.bearer(token)
    headers.append("Content-Type", type)
    #expect(emulator.upload(token, sample, headers: headers).json["Accepted"] == true)
  }

  @Test(
    arguments: [
      ("image/png", [0x89, 0x50, 0x4E, 0x47]), ("image/jpeg", [0xFF, 0xD8, 0xFF]),
      ("image/bmp", [0x42, 0x4D]),
      ("image/gif", Array("GIF89a".utf8)), ("image/tiff", [0x49, 0x49, 0x2A, 0x00]),
      ("image/tiff", [0x4D, 0x4D, 0x00, 0x2A]),
    ] as [(String, [UInt8])]) func `takes the documented formats (30)`(type: String, bytes: [UInt8]) throws
  {
    let emulator = try BioIDTestWorld.emulator()
    let answer = emulator.upload(emulator.token(), "data:\(type);base64,\(Base64.encode(bytes))")
    #expect(answer.json["Accepted"] == true)
  }

  @Test func `takes sound for the trait Voice only (30)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let voice = emulator.token(["traits": "Voice", "livedetection": "false"])
    #expect(emulator.upload(voice, BioIDTestWorld.wav).json["Accepted"] == true)
    for (token, sample) in [(voice, BioIDTestWorld.png)] {
      #expect(emulator.upload(token, sample).text == #"{"Accepted":false,"Error":"SampleNotOfExpectedType"}"#)
    }
    #expect(
      emulator.upload(emulator.token(), BioIDTestWorld.wav, "trait=Face").json["Error"]
        == "SampleNotOfExpectedType")
  }

  @Test(arguments: [
    "", "hello", "data:image/png", "data:image/webp;base64,UklGRg==", "data:image/png,abc",
    "data:image/png;base64,!",
    "data:image/png;base64,AAAA", "data:image/png;base64,", "data%3Aimage%2Fpng%3Bbase64%2C",
    "image=data:image/png;base64,",
  ]) func `is refused with 400 when it is corrupt or unsupported (34)`(body: String) throws {
    let emulator = try BioIDTestWorld.emulator()
    let answer = emulator.upload(emulator.token(), body)
    #expect(answer.status == 400)
    #expect(answer.json["Message"]?.string?.isEmpty == false)
  }

  @Test(arguments: ["tag=sideways", "index=first", "index=-1", "trait=Iris"])
  func `is refused with 400 when its parameters are wrong (28)`(query: String) throws {
    let emulator = try BioIDTestWorld.emulator()
    #expect(emulator.upload(emulator.token(), BioIDTestWorld.png, query).status == 400)
  }

  @Test(arguments: [
    "tag=up", "tag=up,left", "tag=any", "index=0", "index=1", "trait=Face,%20Periocular", "trait=FACE",
  ])
  func `takes the parameters that clients send (28)`(query: String) throws {
    let emulator = try BioIDTestWorld.emulator()
    #expect(emulator.upload(emulator.token(), BioIDTestWorld.png, query).json["Accepted"] == true)
  }

  @Test(arguments: BWSSampleError.allCases.map(\.rawValue))
  func `is refused once, as the person's step says (32):`(
    error: String
  ) throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "bad": #""phone": [{ "do": "bad_sample", "reason": "\#(error)" }, { "do": "approve" }]"#
    ])
    let token = emulator.token(scenario: "bad")
    #expect(emulator.upload(token).text == #"{"Accepted":false,"Error":"\#(error)"}"#)
    // What was refused changes nothing: it is not a sample.
    #expect(emulator.get("/bioid/extension/verify", headers: BioIDTestWorld.bearer(token)).status == 400)
    #expect(emulator.perform("verify", token).json["Success"] == true)
  }

  @Test(arguments: BWSSampleWarning.allCases.map(\.rawValue)) func `is accepted with a warning (33):`(
    warning: String
  ) throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "poor": #""phone": [{ "do": "poor_sample", "reason": "\#(warning)" }, { "do": "approve" }]"#
    ])
    let token = emulator.token(scenario: "poor")
    #expect(emulator.upload(token).text == #"{"Accepted":true,"Warnings":["\#(warning)"]}"#)
    #expect(emulator.upload(token).text == #"{"Accepted":true,"Warnings":[]}"#)
  }

  @Test func `is refused with 401 after the token's ten minutes (3, 54)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    emulator.advance(by: .seconds(599))
    #expect(emulator.upload(token).status == 200)
    emulator.advance(by: .seconds(1))
    let late = emulator.upload(token)
    #expect(late.status == 401)
    #expect(late.findings == ["bioid.token-expired"])
    emulator.advance(by: .seconds(4000))
    // Forgotten, and still known to be late.
    #expect(emulator.upload(token).findings == ["bioid.token-expired"])
  }

  @Test(arguments: [
    #""defect": "bad_signature""#, #""defect": "alg_none""#, #""defect": "expired""#, #""issued_at": "-1h""#,
  ]) func `is refused without blame where the story made a token that was never valid`(token: String) throws {
    let emulator = try BioIDTestWorld.emulator(stories: ["bad": #""tokens": { "bws_token": { \#(token) } }"#])
    let answer = emulator.upload(emulator.token(scenario: "bad"))
    #expect(answer.status == 401)
    #expect(answer.findings.isEmpty)
  }
}
