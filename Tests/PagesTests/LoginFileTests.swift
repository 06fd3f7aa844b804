import EidolonTesting
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Frame
@testable import Pages
@testable import TestWorlds

@Suite struct `A login as a file` {
  let emulator: TestEmulator
  let identifier: String
  let code: String

  init() throws {
    emulator = try .withItsme()
    code = try #require(emulator.startLogin(["state": "a-state-of-the-client"]).locationQuery["code"])
    _ = emulator.post("/itsme/oidc/token", ["grant_type": "authorization_code", "code": code])
    identifier = try #require(
      emulator.control(.get, "transactions").json["transactions"]?[0]?["id"]?.string)
  }

  private func file(_ query: String = "") -> TestAnswer {
    emulator.get("/transactions/\(identifier)/file\(query)")
  }

  @Test func `refers to nothing outside of itself`() {
    let answer = file()
    #expect(answer.status == 200)
    #expect(answer.header("Content-Disposition") == "attachment; filename=\"login-\(identifier).html\"")
    let text = answer.text
    for mark in [
      "<script", " src=", "@import", "url(h", "url(/", "url(\"", "<link rel=\"stylesheet\"", "href=\"/",
      "href=\"http",
    ] {
      #expect(!text.contains(mark), "\(mark)")
    }
    // What points at a message of the file still does.
    let links = text.split(separator: "href=\"#").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    #expect(!links.isEmpty)
    for link in links { #expect(text.contains("id=\"\(link)\""), "\(link)") }
    #expect(text.contains("default-src 'none'") && text.contains("--paper:#fff"))
  }

  @Test func `hides secrets unless asked, and nothing else`() {
    let (hidden, shown) = (file().text, file("?secrets=shown").text)
    #expect(shown.contains(code) && !hidden.contains(code))
    #expect(hidden.contains(Redaction.mask) && !shown.contains(Redaction.mask))
    #expect(hidden.contains("a-state-of-the-client") && hidden.contains("EIDOLON_TEST"))
    #expect(hidden.contains("Secrets, codes and tokens are hidden."))
  }

  @Test func `gives its diagram as a picture that stands by itself`() {
    let answer = emulator.get("/transactions/\(identifier)/sequence.svg")
    #expect(answer.header("Content-Type") == "image/svg+xml")
    #expect(answer.text.hasPrefix("<svg ") && answer.text.contains("xmlns=\"http://www.w3.org/2000/svg\""))
    #expect(
      !answer.text.contains("<a ") && !answer.text.contains("href=") && answer.text.contains("--paper:"))
    #expect(answer.text.split(separator: "<g").count == answer.text.split(separator: "</g>").count)
  }

  @Test func `is not there where the login is not`() {
    #expect(emulator.get("/transactions/nothing/file").status == 404)
    #expect(emulator.get("/transactions/nothing/sequence.svg").status == 404)
  }

  @Test func `leads from the page, which says first what came of it`() {
    let text = emulator.get("/transactions/\(identifier)").text
    for link in ["/file\"", "/file?secrets=shown\"", "/sequence.svg\"", "format=har\"", "/export\""] {
      #expect(text.contains(link), "\(link)")
    }
    let answer = text.firstRange(of: "data-testid=\"answer\"")?.lowerBound ?? text.endIndex
    #expect(answer < text.firstRange(of: "class=\"facts\"")?.lowerBound ?? text.startIndex)
    #expect(text[answer...].prefix(300).contains("Anna Peeters"))
    #expect(text.contains("data-testid=\"worst\"") && text.contains("Fix: "))
  }

  /// What the links of the login's page give.
  private func taken(_ mark: String) throws -> TestAnswer {
    let text = emulator.get("/transactions/\(identifier)").text
    let place = try #require(text.firstRange(of: " data-testid=\"\(mark)\"")).lowerBound
    let start = try #require(text[..<place].ranges(of: "href=\"").last).upperBound
    let address = text[start...].prefix { $0 != "\"" }.replacing("&amp;", with: "&")
    return emulator.get(String(address))
  }

  @Test(arguments: ["file", "svg", "har", "export", "json"])
  func `is taken along without secrets in every form`(_ mark: String) throws {
    let answer = try taken(mark)
    #expect(answer.status == 200)
    #expect(!answer.text.contains(code))
  }

  @Test(arguments: ["file-secrets", "har-secrets"]) func `is taken along with them if one asks`(
    _ mark: String
  ) throws {
    #expect(try taken(mark).text.contains(code))
  }
}
