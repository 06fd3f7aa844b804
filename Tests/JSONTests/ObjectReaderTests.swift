import JSON
import Testing

/// The sentences that a person with a mistake in a file reads, to the letter.
@Suite struct `An object reader` {
  // MARK: Members

  @Test func `reads members of every type without a word`() {
    var seen: [String] = []
    let problems = reading(
      """
      {"s": "x", "b": true, "i": 5, "w": 5.0, "n": 0.5, "list": ["a", "b"], "o": {"in": 1}, "v": null,
       "one": "open", "map": {"anna": {}, "bob": {}}, "nodes": [1, "2"], "objects": [{}, {}]}
      """
    ) { object in
      seen.append(object.requiredString("s") ?? "-")
      seen.append("\(object.requiredBool("b") == true)")
      seen.append("\(object.requiredInteger("i", in: 1...5) ?? 0)")
      seen.append("\(object.integer("w") ?? 0)")
      seen.append("\(object.number("n", in: 0...1) ?? 0)")
      seen.append("\(object.requiredStrings("list") ?? [])")
      let inner = object.requiredObject("o")
      seen.append("\(inner?.integer("in") ?? 0)")
      inner?.finish()
      seen.append("\(object.value("v")?.isNull == true)")
      seen.append(object.requiredOneOf("one", allowed: ["open", "scan"]) ?? "-")
      seen.append("\(object.objects("map")?.map(\.name) ?? [])")
      seen.append("\(object.array("nodes")?.map(\.json) ?? [])")
      seen.append("\(object.arrayOfObjects("objects")?.map(\.path) ?? [])")
    }
    #expect(problems == [])
    #expect(
      seen == [
        "x", "true", "5", "5", "0.5", #"["a", "b"]"#, "1", "true", "open", #"["anna", "bob"]"#, #"[1, "2"]"#,
        #"["objects[0]", "objects[1]"]"#,
      ])
  }

  @Test func `says nothing about absent members that may be absent`() {
    let problems = reading("{}") { object in
      #expect(object.string("s") == nil && object.bool("b") == nil && object.integer("i") == nil)
      #expect(object.number("n") == nil && object.strings("list") == nil && object.object("o") == nil)
      #expect(object.value("v") == nil && object.node("v") == nil && object.array("a") == nil)
      #expect(object.oneOf("one", allowed: ["a"]) == nil && object.objects("map") == nil)
      #expect(object.elements("e") == nil && object.arrayOfObjects("e") == nil && !object.has("e"))
    }
    #expect(problems == [])
  }

  @Test func `misses required members, at the brace of the object`() {
    let problems = reading(#"{"inner": {}}"#) { object in
      _ = object.requiredString("title")
      _ = object.requiredValue("a b")
      let inner = object.requiredObject("inner")
      _ = inner?.requiredInteger("n")
      _ = inner?.requiredBool("b")
      _ = inner?.requiredStrings("list")
      _ = inner?.requiredOneOf("do", allowed: [])
    }
    #expect(
      problems == [
        #"1:1: the member "title" is missing"#,
        #"1:1: the member "a b" is missing"#,
        #"1:11: inner: the member "n" is missing"#,
        #"1:11: inner: the member "b" is missing"#,
        #"1:11: inner: the member "list" is missing"#,
        #"1:11: inner: the member "do" is missing"#,
      ])
  }

  // MARK: Types

  @Test func `wants the right type and names the one found, null included`() {
    let problems = reading(
      """
      {"title": 1,
       "bool": "true",
       "integer": "5",
       "number": [],
       "list": {},
       "object": [],
       "one": false,
       "null": null}
      """
    ) { object in
      _ = object.string("title")
      _ = object.bool("bool")
      _ = object.integer("integer")
      _ = object.number("number")
      _ = object.strings("list")
      _ = object.object("object")
      _ = object.oneOf("one", allowed: ["a"])
      _ = object.requiredString("null")
    }
    #expect(
      problems == [
        "1:11: title: expected a string, found a number",
        "2:10: bool: expected true or false, found a string",
        "3:13: integer: expected a whole number, found a string",
        "4:12: number: expected a number, found an array",
        "5:10: list: expected an array, found an object",
        "6:12: object: expected an object, found an array",
        "7:9: one: expected a string, found a boolean",
        "8:10: null: expected a string, found null",
      ])
  }

  @Test func `wants every element of a list to be right and reports each that is not`() {
    let problems = reading(#"{"scopes": ["a", 1, "b", null], "phone": [{}, "x", []]}"#) { object in
      #expect(object.strings("scopes") == nil)
      #expect(object.arrayOfObjects("phone") == nil)
    }
    #expect(
      problems == [
        "1:18: scopes[1]: expected a string, found a number",
        "1:26: scopes[3]: expected a string, found null",
        "1:47: phone[1]: expected an object, found a string",
        "1:52: phone[2]: expected an object, found an array",
      ])
  }

  @Test func `wants the outermost value to be an object`() throws {
    let problems = JSONProblems()
    #expect(ObjectReader(try JSONParser.parse(" []"), problems: problems) == nil)
    #expect(problems.sorted.map(\.description) == ["1:2: expected an object, found an array"])
  }

  // MARK: Ranges and closed lists

  @Test func `wants numbers within their range`() {
    let problems = reading(
      #"{"a": 0, "b": 101, "c": -1, "d": 11, "e": 5.5, "f": 1e300, "g": 2, "h": -0.5, "i": 7.5}"#
    ) { object in
      _ = object.integer("a", in: 1...100)
      _ = object.integer("b", in: 1...100)
      _ = object.integer("c", in: 0 ... .max)
      _ = object.integer("d", in: .min...10)
      _ = object.integer("e")
      _ = object.integer("f", in: 1...100)
      _ = object.number("g", in: 0...1)
      _ = object.number("h", in: 0 ... .infinity)
      _ = object.number("i", in: -.infinity...7)
    }
    #expect(
      problems == [
        "1:7: a: expected a whole number from 1 to 100, found 0",
        "1:15: b: expected a whole number from 1 to 100, found 101",
        "1:25: c: expected a whole number of at least 0, found -1",
        "1:34: d: expected a whole number of at most 10, found 11",
        "1:43: e: expected a whole number, found 5.5",
        "1:53: f: expected a whole number from 1 to 100, found 1e+300",
        "1:65: g: expected a number from 0.0 to 1.0, found 2",
        "1:73: h: expected a number of at least 0.0, found -0.5",
        "1:84: i: expected a number of at most 7.0, found 7.5",
      ])
  }

  @Test func `wants one of a closed list and proposes the nearest`() {
    let verbs = ["open", "approve", "reject"]
    let problems = reading(
      #"""
      {"do": "rejct",
       "far": "explode",
       "plain": "aprove",
       "plainFar": "zzz",
       "defect": "x",
       "none": "x",
       "odd": "a\n\"b"}
      """#
    ) { object in
      _ = object.oneOf("do", allowed: verbs, what: "verb for itsme")
      _ = object.oneOf("far", allowed: verbs, what: "verb for itsme")
      _ = object.oneOf("plain", allowed: verbs)
      _ = object.oneOf("plainFar", allowed: verbs)
      _ = object.oneOf("defect", allowed: ["alg none", "kid"], what: "token defect")
      _ = object.oneOf("none", allowed: [], what: "quirk for bioid")
      _ = object.oneOf("odd", allowed: verbs, what: "verb")
    }
    #expect(
      problems == [
        #"1:8: do: unknown verb "rejct" for itsme; did you mean "reject"?"#,
        #"2:9: far: unknown verb "explode" for itsme; known are open, approve, reject"#,
        #"3:11: plain: "aprove" is not one of open, approve, reject; did you mean "approve"?"#,
        #"4:14: plainFar: "zzz" is not one of open, approve, reject"#,
        #"5:12: defect: unknown token defect "x"; known are "alg none", kid"#,
        #"6:10: none: unknown quirk "x" for bioid; there is none"#,
        #"7:9: odd: unknown verb "a\n\"b"; known are open, approve, reject"#,
      ])
  }

  @Test func `lists at most twenty names`() {
    let names = (1...23).map { "name\($0)" }
    let problems = reading(#"{"a": "x"}"#) { _ = $0.oneOf("a", allowed: names, what: "person") }
    let shown = names.prefix(20).joined(separator: ", ")
    #expect(problems == [#"1:7: a: unknown person "x"; known are \#(shown) and 3 more"#])
  }

  // MARK: Unknown members

  @Test func `reports members nobody asked for, with the absent one that was meant`() {
    let problems = reading(#"{"whem": {}, "title": "x", "titel": "y", "zzz": 1}"#, finish: true) { object in
      _ = object.string("title")
      _ = object.object("when")
    }
    #expect(
      problems == [
        #"1:2: unknown member "whem"; did you mean "when"?"#,
        #"1:28: unknown member "titel""#,
        #"1:42: unknown member "zzz""#,
      ])
  }

  @Test func `reports them inside objects and arrays under the path of the object`() {
    let problems = reading(#"{"phone": [{"do": "open"}, {"do": "reject", "affter": "1s"}]}"#, finish: true) {
      object in
      for step in object.arrayOfObjects("phone") ?? [] {
        _ = step.requiredString("do")
        _ = step.string("after")
        step.finish()
      }
    }
    #expect(problems == [#"1:45: phone[1]: unknown member "affter"; did you mean "after"?"#])
  }

  @Test func `sums up what comes after a hundred unknown members`() {
    let names = (1...103).map { "\"m\($0)\": 0" }.joined(separator: ",\n")
    let problems = reading("{\(names)}", finish: true) { _ in }
    #expect(problems.count == 101)
    #expect(problems.suffix(2) == [#"100:1: unknown member "m100""#, "101:1: 3 more unknown members"])
  }

  @Test func `knows every member of a map once the caller walked over it`() {
    let problems = reading(
      #"{"people": {"anna": {"age": 1}, "bob b.": 5, "eve": {"address": {"country": 7}}}}"#, finish: true
    ) { object in
      for person in object.objects("people") ?? [] {
        _ = person.reader.integer("age")
        _ = person.reader.object("address")?.string("country")
        person.reader.finish()
      }
    }
    #expect(
      problems == [
        #"1:43: people."bob b.": expected an object, found a number"#,
        "1:77: people.eve.address.country: expected a string, found a number",
      ])
  }

  @Test func `gives the members of a map with the place of their names`() throws {
    let problems = JSONProblems()
    let object = try #require(ObjectReader(try JSONParser.parse(#"{"a": 1, "b": "x"}"#), problems: problems))
    let members = object.members()
    object.finish()
    #expect(members.map { "\($0.name) \($0.namePosition) \($0.value.path)" } == ["a 1:2 a", "b 1:10 b"])
    #expect(object.names == ["a", "b"])
    #expect(problems.isEmpty)
  }

  // MARK: Problems of one's own

  @Test func `places problems of the caller's at a value, a name or the object`() {
    let problems = reading(#"{"a": {"b": [1, 2]}}"#) { object in
      let inner = object.object("a")
      inner?.problem(at: "b", "two are too many")
      inner?.problem(atName: "b", "b is gone since version 2")
      inner?.problem("nothing fits here")
      inner?.problem(at: "c", "without c nothing works")
      inner?.elements("b")?.last?.problem("2 is odd")
    }
    #expect(
      problems == [
        "1:7: a: nothing fits here",
        "1:7: a: without c nothing works",
        "1:8: a: b is gone since version 2",
        "1:13: a.b: two are too many",
        "1:17: a.b[1]: 2 is odd",
      ])
  }

  @Test func `reports all problems of one run, sorted by place, each once`() {
    let problems = reading(
      """
      {
        "phone": [{"do": "open"}, {"do": 5, "afer": "1s"}],
        "provider": "itsmee",
        "when": true
      }
      """, finish: true
    ) { object in
      _ = object.object("when")
      _ = object.object("when")
      _ = object.requiredString("title")
      _ = object.oneOf("provider", allowed: ["itsme"], what: "provider")
      for step in object.arrayOfObjects("phone") ?? [] {
        _ = step.requiredString("do")
        _ = step.string("after")
        step.finish()
      }
    }
    #expect(
      problems == [
        #"1:1: the member "title" is missing"#,
        "2:36: phone[1].do: expected a string, found a number",
        #"2:39: phone[1]: unknown member "afer"; did you mean "after"?"#,
        #"3:15: provider: unknown provider "itsmee"; did you mean "itsme"?"#,
        "4:11: when: expected an object, found a boolean",
      ])
  }

  @Test func `prints a problem as a clickable line`() throws {
    let problem = JSONProblem(
      position: JSONPosition(line: 7, column: 21), path: "phone[1].do",
      message: #"unknown verb "rejct" for itsme; did you mean "reject"?"#)
    #expect(
      problem.line(file: "scenarios/itsme/reject.json")
        == #"scenarios/itsme/reject.json:7:21: phone[1].do: unknown verb "rejct" for itsme; did you mean "reject"?"#
    )
    let outermost = JSONProblem(position: JSONPosition(line: 1, column: 1), message: "the text is empty")
    #expect(outermost.line(file: "a.json") == "a.json:1:1: the text is empty")
  }

  @Test func `quotes what it repeats so that it stays on its line and short`() {
    let long = String(repeating: "é", count: 100)
    let problems = reading("{\"line\\nbreak\": 1, \"\(long)\": 2}", finish: true) { _ in }
    #expect(
      problems == [
        #"1:2: unknown member "line\nbreak""#,
        "1:20: unknown member \"\(String(repeating: "é", count: 80))…\"",
      ])
  }
}

/// The problems found when `read` takes the object in the text.
private func reading(_ text: String, finish: Bool = false, _ read: (ObjectReader) -> Void) -> [String] {
  let problems = JSONProblems()
  do throws(JSONProblem) {
    guard let object = ObjectReader(try JSONParser.parse(text), problems: problems) else {
      return ["no object"]
    }
    read(object)
    if finish { object.finish() }
  } catch {
    return [error.description]
  }
  return problems.sorted.map(\.description)
}
