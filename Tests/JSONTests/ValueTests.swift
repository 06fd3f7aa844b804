import JSON
import Testing

@Suite struct `A JSON value` {
  let value: JSON = ["list": [1, 2.5, "x", .null, true], "map": ["a": "b"]]

  @Test func `answers by member and by place, and with nil where there is none`() {
    #expect(value["list"]?[0]?.integer == 1)
    #expect(value["list"]?[1]?.number == 2.5)
    #expect(value["list"]?[2]?.string == "x")
    #expect(value["list"]?[3]?.isNull == true)
    #expect(value["list"]?[4]?.bool == true)
    #expect(value["list"]?[5] == nil)
    #expect(value["list"]?[-1] == nil)
    #expect(value["list"]?["a"] == nil)
    #expect(value["map"]?["a"]?.string == "b")
    #expect(value["map"]?.object?.count == 1)
    #expect(value["list"]?.array?.count == 5)
    #expect(value["other"] == nil)
  }

  @Test func `gives no value of another type`() {
    #expect(JSON.string("1").integer == nil)
    #expect(JSON.integer(1).string == nil)
    #expect(JSON.integer(1).bool == nil)
    #expect(JSON.null.object == nil)
    #expect(JSON.bool(false).array == nil)
    #expect(JSON.string("1").number == nil)
  }

  @Test func `counts 5.0 as the whole number 5, but not 5.5 and nothing beyond 64 bits`() {
    #expect(JSON.decimal(5).integer == 5)
    #expect(JSON.decimal(-0x1p63).integer == .min)
    #expect(JSON.decimal(5.5).integer == nil)
    #expect(JSON.decimal(0x1p63).integer == nil)
    #expect(JSON.decimal(.nan).integer == nil)
    #expect(JSON.decimal(.infinity).integer == nil)
  }

  @Test func `is made from literals, interpolated strings too`() {
    let name = "anna"
    #expect(
      value
        == .object([
          "list": .array([.integer(1), .decimal(2.5), .string("x"), .null, .bool(true)]),
          "map": .object(["a": .string("b")]),
        ]))
    #expect(["id-\(name)": "\(name)!"] as JSON == .object(["id-anna": .string("anna!")]))
  }
}

@Suite struct `A JSON object` {
  @Test func `keeps the order in which members were added`() {
    var object: JSONObject = ["b": 1, "a": 2]
    object["c"] = 3
    object["b"] = 4
    #expect(object.names == ["b", "a", "c"])
    #expect(object.map(\.value) == [4, 2, 3])
    object["b"] = nil
    object["b"] = 5
    #expect(object.text == #"{"a":2,"c":3,"b":5}"#)
  }

  @Test func `sets null with .null and removes with nil`() {
    var object: JSONObject = ["a": 1]
    object["a"] = .null
    #expect(object["a"] == .null)
    object["a"] = nil
    object["never there"] = nil
    #expect(object.isEmpty)
  }

  @Test func `equals another with the same members in another order (RFC 8259, 1)`() {
    let left: JSONObject = ["a": 1, "b": ["c": 2, "d": 3]]
    let right: JSONObject = ["b": ["d": 3, "c": 2], "a": 1]
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left != ["a": 1])
    #expect(left != ["a": 1, "b": 2])
  }

  @Test func `of two members of one name in a literal keeps the later value`() {
    #expect((["a": 1, "b": 2, "a": 3] as JSONObject).text == #"{"a":3,"b":2}"#)
  }

  @Test func `tells apart names that only look the same (RFC 8259, 8.3)`() {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    let object = JSONObject([(name: composed, value: 1), (name: decomposed, value: 2)])
    #expect(object[composed] == 1)
    #expect(object[decomposed] == 2)
  }

  @Test func `finds, replaces and removes members however many there are`() {
    var object = JSONObject()
    for number in 0..<200 { object["m\(number)"] = .integer(number) }
    for number in stride(from: 0, to: 200, by: 2) { object["m\(number)"] = nil }
    object["m5"] = "five"
    object["new"] = true
    #expect(object.count == 101)
    #expect(object["m4"] == nil)
    #expect(object["m5"] == "five")
    #expect(object["m199"] == 199)
    #expect(object["new"] == true)
    #expect(object.names.prefix(3) == ["m1", "m3", "m5"])
  }
}

extension JSONObject {
  fileprivate var text: String { JSON.object(self).text() }
}
