import EidolonTesting
import HTTP
import Reference
import Registry
import Testing

@testable import Pages
@testable import TestWorlds

@Suite struct `The reference as pages` {
  let emulator: TestEmulator

  init() throws { emulator = try .withItsme() }

  private func links(_ page: String) -> [String] {
    page.split(separator: "href=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
  }

  @Test func `begins with the quick start, and has every topic once`() throws {
    let topics = links(emulator.get("/docs").text).filter { $0.hasPrefix("/docs/") }
    #expect(topics.first == "/docs/start")
    #expect(topics.sorted() == Reference.topics.map { "/docs/\($0.name)" }.sorted())
    let grouped = DocsPages.groups.flatMap(\.topics)
    #expect(grouped.allSatisfy { Reference.topic($0) != nil })
  }

  @Test func `reads the marks within a line in its list too`() {
    #expect(!emulator.get("/docs").text.contains("`"))
  }

  @Test func `finds the section that has all words, in any case, and marks the first`() throws {
    let page = emulator.get("/docs?q=FROZEN+clock").text
    let found = links(page).filter { $0.contains("/docs/") }
    #expect(found.contains { $0.hasPrefix("/docs/sandboxes#") })
    #expect(page.contains("<mark>frozen</mark>") || page.contains("<mark>clock</mark>"))
    for link in found {
      let parts = link.split(separator: "#").map(String.init)
      #expect(parts.count == 1 || emulator.get(parts[0]).text.contains("id=\"\(parts[1])\""), "\(link)")
    }
  }

  @Test func `lets a wide table scroll by itself, also with the keyboard`() {
    let page = emulator.get("/docs/itsme-v2").text
    #expect(page.contains("<div class=\"scroll\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>"))
    #expect(page.split(separator: "</table></div>").count == page.split(separator: "<table>").count)
  }

  @Test func `puts first what has the words in its heading`() throws {
    let found = links(emulator.get("/docs?q=frozen+clock").text).filter { $0.contains("/docs/") }
    #expect(found.first == "/docs/sandboxes#who-waits-on-a-frozen-clock")
  }

  @Test func `shows what it found as it reads, without marks, addresses of links and lines of tables`() {
    for word in ["redirect", "clock", "token"] {
      let text = emulator.get("/docs?q=\(word)").text
      for excerpt in text.split(separator: "</a><br>").dropFirst().map({ $0.prefix { $0 != "\n" } }) {
        #expect(!excerpt.contains("](") && !excerpt.hasPrefix("| ") && !excerpt.contains("`"), "\(excerpt)")
      }
    }
  }

  @Test func `says that nothing was found, and lists all, whatever was asked for`() {
    let page = emulator.get("/docs?q=%3Cscript%3Ezzqq").text
    #expect(page.contains("Nothing has all of these words: <bdi>&lt;script&gt;zzqq</bdi>."))
    #expect(page.contains("data-testid=\"docs-start\""))
    #expect(!page.contains("<script>zzqq"))
  }
}
