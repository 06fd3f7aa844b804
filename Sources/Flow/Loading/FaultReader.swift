import JSON

/// Reads one of the `faults` of a story.
struct FaultReader {
  let words: Words

  func fault(_ reader: ObjectReader) -> Fault? {
    let endpoint = reader.requiredOneOf(
      "at", allowed: words.endpoints, what: "endpoint for \(words.provider)")
    let calls = calls(reader)
    let kind = reader.requiredOneOf("do", allowed: FaultKind.allCases.map(\.rawValue), what: "fault")
      .flatMap { FaultKind(rawValue: $0) }
    let action = kind.flatMap { self.action($0, reader) }
    refuseMembersOfOthers(kind, reader)
    reader.close()
    guard let endpoint, let action else { return nil }
    return Fault(at: words.own(endpoint), calls, action)
  }

  private func calls(_ reader: ObjectReader) -> Fault.Calls {
    if reader.has("times"), reader.has("nth") {
      reader.problem(atName: "nth", "give \"times\" or \"nth\", not both")
    }
    let times = reader.value("times")
    if let nth = reader.integer("nth", in: 1 ... .max) { return .nth(nth) }
    guard let times else { return .first(1) }
    switch times.node.content {
    case .string("always"):
      return .always
    case .integer(let count) where count >= 1:
      return .first(count)
    default:
      times.problem("expected a whole number of at least 1 or \"always\", found \(times.found)")
      return .always
    }
  }

  private func action(_ kind: FaultKind, _ reader: ObjectReader) -> Fault.Action? {
    switch kind {
    case .respond:
      let status = reader.requiredInteger("status", in: 200...599)
      let headers = headers(reader)
      let body = reader.node("body").map { node in
        if case .string(let text) = node.content { Fault.Body.text(text) } else { Fault.Body.json(node.json) }
      }
      return status.map { .respond(status: $0, headers: headers, body: body) }
    case .alter:
      let status = reader.integer("status", in: 200...599)
      let headers = headers(reader)
      let body = reader.object("body") == nil ? nil : reader.node("body")?.json.object
      if !["status", "headers", "body"].contains(where: reader.has) {
        reader.problem("expected at least one of status, headers and body")
      }
      return .alter(status: status, headers: headers, body: body ?? [:])
    case .delay: return reader.requiredValue("by").flatMap(delay).map(Fault.Action.delay)
    case .reset: return .reset
    case .empty: return .empty
    case .truncate: return .truncate(bytes: reader.integer("bytes", in: 0 ... .max))
    case .drip: return reader.requiredValue("over")?.duration().map { .drip(over: $0) }
    case .garbage: return .garbage
    case .loseAnswer: return .loseAnswer
    case .rotateKeys: return .rotateKeys
    }
  }

  /// The server writes these by what it sends, so a story's would be dropped.
  private static let framing: Set<String> = ["connection", "content-length", "transfer-encoding"]

  private func headers(_ reader: ObjectReader) -> [Fault.HeaderField] {
    guard let map = reader.object("headers") else { return [] }
    return map.members().compactMap { entry in
      guard isToken(entry.name) else {
        map.nameReader(entry).problem("\(JSONProblem.quoted(entry.name)) is not a header field's name")
        return nil
      }
      guard !Self.framing.contains(entry.name.lowercased()) else {
        map.nameReader(entry).problem("\(entry.name) is written by the server itself")
        return nil
      }
      guard let value = entry.value.string() else { return nil }
      // A line break would end the field and begin another (RFC 9110 §5.5).
      guard value.unicodeScalars.allSatisfy({ $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F }) else {
        entry.value.problem("a header field's value holds no control characters")
        return nil
      }
      return Fault.HeaderField(name: entry.name, value: value)
    }
  }

  private func delay(_ value: ValueReader) -> Fault.Delay? {
    guard case .object = value.node.content, let reader = value.object() else {
      return value.duration().map(Fault.Delay.fixed)
    }
    let uniform = reader.value("uniform").flatMap(uniform)
    let lognormal = reader.object("lognormal").flatMap(lognormal)
    reader.close()
    guard reader.has("uniform") != reader.has("lognormal") else {
      reader.problem("expected a duration, or an object with uniform or lognormal")
      return nil
    }
    return uniform ?? lognormal
  }

  private func uniform(_ value: ValueReader) -> Fault.Delay? {
    guard let ends = value.elements() else { return nil }
    let durations = ends.compactMap { $0.duration() }
    guard durations.count == ends.count else { return nil }
    guard durations.count == 2, durations[0] <= durations[1] else {
      value.problem("expected two durations, the shorter first")
      return nil
    }
    return .uniform(from: durations[0], to: durations[1])
  }

  private func lognormal(_ reader: ObjectReader) -> Fault.Delay? {
    let median = reader.requiredValue("median")?.duration()
    let sigma = reader.requiredValue("sigma")?.number(in: 0...5)
    reader.close()
    guard let median, let sigma else { return nil }
    return .lognormal(median: median, sigma: sigma)
  }

  /// Reports the members of other kinds as such, not as unknown.
  private func refuseMembersOfOthers(_ kind: FaultKind?, _ reader: ObjectReader) {
    var told: Set<String> = Set(kind?.members ?? [])
    for other in FaultKind.allCases where other != kind {
      for name in other.members where reader.has(name) && told.insert(name).inserted {
        _ = reader.value(name)
        guard let kind else { continue }
        reader.problem(
          atName: name, "\"\(name)\" belongs to \"\(other.rawValue)\", not to \"\(kind.rawValue)\"")
      }
    }
  }

  /// A token of RFC 9110 §5.6.2.
  private func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
