import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@Suite struct `JSON content` {
  func read(_ body: String, _ type: String?) -> JSONContent {
    var request = Request(.post, "/", body: Array(body.utf8))
    if let type { request.headers.append("Content-Type", type) }
    return JSONContent(request)
  }

  @Test func `is an object under a JSON type`() throws {
    guard case .object(let object) = read(#"{"a":1}"#, "application/json; charset=utf-8") else {
      Issue.record("no object")
      return
    }
    #expect(object["a"] == 1)
  }

  @Test func `is told apart when it is empty, no object, malformed or of another type`() {
    if case .empty = read("", "application/json") {} else { Issue.record("not empty") }
    if case .notAnObject = read("[1]", "application/json") {} else { Issue.record("an object") }
    if case .malformed(let why) = read("{", "application/json") {
      #expect(why.hasPrefix("1:"))
    } else {
      Issue.record("well formed")
    }
    if case .otherType("text/plain", let object) = read(#"{"a":1}"#, "text/plain") {
      #expect(object?["a"] == 1)
    } else {
      Issue.record("of no other type")
    }
    if case .otherType("none", nil) = read("a=1", nil) {} else { Issue.record("of a type") }
  }
}
