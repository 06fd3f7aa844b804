import Flow
import JSON
import Testing

@testable import eidolon

@Suite struct `A client on the command line` {
  private func problems(_ text: String) -> [String] {
    do { _ = try ClientOption(text) } catch { return error.problems }
    return []
  }

  @Test func `has an id, addresses, keys and a service`() throws {
    let client = try ClientOption(
      "itsme:MY:APP,redirect=http://localhost:3000/cb?a=b,jwks=https://localhost/jwks,redirect=http://127.0.0.1/cb,service=S"
    )
    #expect(client.provider == "itsme" && client.identifier == "MY:APP")
    #expect(
      client.entry == [
        "services": ["S": ["redirect_uris": ["http://localhost:3000/cb?a=b", "http://127.0.0.1/cb"]]],
        "jwks_uri": "https://localhost/jwks",
      ])
  }

  @Test func `has a service of a type, where the provider tells types apart`() throws {
    let login = try ClientOption("itsme-v2:ME,secret=s,redirect=https://a.test/cb")
    #expect(
      login.entry == [
        "services": ["EIDOLON_LOGIN": ["redirect_uris": ["https://a.test/cb"], "type": "authentication"]],
        "secret": "s",
      ])
    let other = try ClientOption(
      "itsme-v2:ME,redirect=https://a.test/cb,service=IDENT,type=identification,jwks=https://a.test/jwks.json"
    )
    #expect(other.entry["services"]?["IDENT"]?["type"] == "identification")
    #expect(
      problems("itsme-v2:ME,redirect=https://a.test/,type=confirmation,type=identification")
        == ["has type twice; give the option again for another service"])
    #expect(problems("itsme:A,redirect=https://a.test/,type=x").count == 1)
  }

  @Test func `needs no keys and no service`() throws {
    let client = try ClientOption("itsme:A,redirect=http://a.test/")
    #expect(client.entry == ["services": ["EIDOLON_LOGIN": ["redirect_uris": ["http://a.test/"]]]])
  }

  @Test(arguments: [
    ("criipto:urn:my:app,secret=s,redirect=http://a.test/,redirect=http://b.test/", "criipto", "urn:my:app"),
    ("criipto:urn:my:spa,public=true,redirect=http://a.test/", "criipto", "urn:my:spa"),
    ("bioid:my-app,secret=s,storage=bws,partition=12", "bioid", "my-app"),
    ("reuseid:shop,secret=s,application_id=shop-app,redirect=http://a.test/", "reuseid", "shop"),
    ("videoid:tenant,token=t", "videoid", "tenant"),
    ("veridium:friend,header_token=CN=friend", "veridium", "friend"),
    ("itsme:SHOP,redirect=http://a.test/", "itsme", "SHOP"),
    (
      "itsme-v2:ME,secret=s,redirect=https://a.test/cb,service=S,type=data_sharing,require_pkce=true",
      "itsme-v2", "ME"
    ),
  ])
  func `is one of any provider, and loads`(text: String, provider: String, identifier: String) throws {
    let source = LibrarySource(hasDefaults: true, folders: [], clients: [try ClientOption(text)])
    #expect(try source.load().library.world.clients[provider]?[identifier] != nil)
  }

  @Test func `says what the value of a member can be`() {
    #expect(
      problems("bioid:a,secret=s,partition=twelve,anything=maybe,storages=x") == [
        #"has "twelve" for partition, which is a whole number"#,
        #"has "maybe" for anything, which is true or false"#,
        #"has an unknown member "storages"; did you mean "storage"?"#,
      ])
    #expect(problems("videoid:a,token=t,token=u") == ["has token twice"])
  }

  @Test func `lacks what a client of a file may not lack either`() throws {
    let client = try ClientOption("videoid:tenant")
    let failure = try #require(throws: LoadFailure.self) {
      try LibrarySource(hasDefaults: true, folders: [], clients: [client]).load()
    }
    #expect(failure.text.hasPrefix("--client videoid:tenant: "))
    #expect(failure.text.contains("a client needs its token"))
  }

  @Test(arguments: [
    ("itsme", ["does not begin with PROVIDER:ID, such as itsme:MY_CLIENT"]),
    ("itsme:", ["does not begin with PROVIDER:ID, such as itsme:MY_CLIENT"]),
    ("", ["does not begin with PROVIDER:ID, such as itsme:MY_CLIENT"]),
    ("itsm:A,redirect=x", [#"has an unknown provider "itsm"; did you mean "itsme"?"#]),
    ("itsme:A", ["needs a redirect=URL"]),
    ("itsme:A,redirect=", ["has no value for redirect", "needs a redirect=URL"]),
    ("itsme:A,redirect=x,jwks=y,jwks=z", ["has jwks twice; give the option again for another service"]),
    ("itsme:A,redirect=x,redirct=y", [#"has an unknown member "redirct"; did you mean "redirect"?"#]),
  ])
  func `that is wrong says what is wrong`(text: String, expected: [String]) {
    #expect(problems(text) == expected)
  }

  @Test func `stands in a layer over the scenarios, services of one id together`() throws {
    let clients = [
      try ClientOption("itsme:A,redirect=http://a.test/,service=ONE"),
      try ClientOption("itsme:A,redirect=http://a.test/2,service=TWO"),
      try ClientOption("itsme:B,redirect=http://b.test/,jwks=http://b.test/jwks"),
    ]
    let loaded = try LibrarySource(hasDefaults: true, folders: [], clients: clients).load()
    let known = try #require(loaded.library.world.clients["itsme"])
    #expect(known["A"] != nil && known["B"] != nil)
    let layer = try #require(loaded.layers.last)
    #expect(layer.name == "--client" && layer.files.map(\.path) == ["world.json"])
    let text = String(decoding: layer.files[0].bytes, as: UTF8.self)
    #expect(text.contains("ONE") && text.contains("TWO"))
  }

  @Test func `adds to an earlier one of the same client, and never replaces what that gave`() throws {
    let first = try ClientOption("itsme:A,redirect=http://a.test/,jwks=http://a.test/jwks")
    for (text, member) in [
      ("itsme:A,redirect=http://a.test/2", "services.EIDOLON_LOGIN.redirect_uris"),
      ("itsme:A,redirect=http://a.test/,jwks=http://b.test/jwks", "jwks_uri"),
      ("itsme:A,redirect=http://a.test/2,service=TWO,jwks=http://a.test/jwks", nil),
      ("itsme:A,redirect=http://a.test/", nil), ("itsme:B,redirect=http://b.test/", nil),
    ] {
      #expect(try ClientOption(text).clash(with: first) == member, "\(text)")
    }
  }

  @Test func `is checked like a client of a file`() throws {
    let client = try ClientOption("itsme:A,redirect=javascript:alert(1)")
    let failure = try #require(throws: LoadFailure.self) {
      try LibrarySource(hasDefaults: true, folders: [], clients: [client]).load()
    }
    #expect(failure.problems.count == 1)
    #expect(failure.text.hasPrefix("--client itsme:A: services."))
  }

  @Test func `needs no layer when there is none`() {
    #expect(ClientOption.layer(of: []) == nil)
  }
}
