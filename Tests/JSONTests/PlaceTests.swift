import JSON
import Testing

@Suite struct `Places in a text` {
  @Test func `are those of the first character of each value and name`() throws {
    let node = try JSONParser.parse("\n {\"a\": [1,\n\t{\"b\" : null}],\r\n\"c\":true}")
    #expect(places(node) == ["2:2", "a 2:3", "2:8", "2:9", "3:2", "b 3:3", "3:9", "c 4:1", "4:5"])
  }

  @Test(arguments: [
    ("[\"e\", x]", 7), ("[\"\u{E9}\", x]", 7), ("[\"\u{20AC}\", x]", 7), ("[\"\u{1F600}\", x]", 7),
    ("[\"e\u{301}\", x]", 8),
    ("[\"\\u00e9\", x]", 12), ("[\"\u{E9}\\n\u{E9}\", x]", 10), ("[\"\u{E9}\",\n\"\u{E9}\", x]", 6),
  ])
  func `count a column for each Unicode scalar`(text: String, column: Int) throws {
    let problem = try #require(throws: JSONProblem.self) { try JSONParser.parse(text) }
    #expect(problem.position.column == column)
  }

  @Test func `print as line and column and sort by them`() {
    let places = [(2, 1), (1, 10), (1, 9)].map { JSONPosition(line: $0.0, column: $0.1) }
    #expect(places.sorted().map(\.description) == ["1:9", "1:10", "2:1"])
  }

  private func places(_ node: JSONNode) -> [String] {
    switch node.content {
    case .array(let elements): ["\(node.position)"] + elements.flatMap(places)
    case .object(let members):
      ["\(node.position)"] + members.flatMap { ["\($0.name) \($0.namePosition)"] + places($0.value) }
    default: ["\(node.position)"]
    }
  }
}
