import Testing

import JSON

@Suite struct `A JSON value` {
  @Test func `reads, answers by name and place, and writes itself`() throws {
    let value = try JSON(parsing: #"{"a":[1,2.5,"x",null,true],"b":{}}"#)
    #expect(value["a"]?[1]?.number == 2.5)
    #expect(value == ["b": [:], "a": [1, 2.5, "x", .null, true]])
    #expect(value.text() == #"{"a":[1,2.5,"x",null,true],"b":{}}"#)
  }

  @Test func `is the same with and without places`() throws {
    let text = #"[{"é\n":-1e3},"😀"]"#
    #expect(try JSONParser.parse(text).json == JSON(parsing: text))
  }
}
