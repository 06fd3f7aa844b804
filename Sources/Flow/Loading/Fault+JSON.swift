import JSON

extension Fault {
  /// The fault as an entry of a scenario's `faults`.
  var json: JSON {
    var members: JSONObject = ["at": .string(endpoint)]
    switch calls {
    case .first(1): break
    case .first(let count): members["times"] = .integer(count)
    case .nth(let number): members["nth"] = .integer(number)
    case .always: members["times"] = "always"
    }
    members["do"] = .string(action.kind.rawValue)
    for (name, value) in action.members { members[name] = value }
    return .object(members)
  }
}

extension Fault.Action {
  fileprivate var kind: FaultKind {
    switch self {
    case .respond: .respond
    case .alter: .alter
    case .delay: .delay
    case .reset: .reset
    case .empty: .empty
    case .truncate: .truncate
    case .drip: .drip
    case .garbage: .garbage
    case .loseAnswer: .loseAnswer
    case .rotateKeys: .rotateKeys
    }
  }

  /// The members that belong to the kind.
  fileprivate var members: JSONObject {
    switch self {
    case .respond(let status, let headers, let body): answer(status, headers, body)
    case .alter(let status, let headers, let body): alteration(status, headers, body)
    case .delay(let delay): ["by": delay.json]
    case .truncate(let bytes?): ["bytes": .integer(bytes)]
    case .drip(let duration): ["over": .string(DurationText.text(duration))]
    case .truncate(nil), .reset, .empty, .garbage, .loseAnswer, .rotateKeys: [:]
    }
  }

  private func answer(_ status: Int, _ headers: [Fault.HeaderField], _ body: Fault.Body?) -> JSONObject {
    var members: JSONObject = ["status": .integer(status)]
    if !headers.isEmpty {
      members["headers"] = .object(JSONObject(headers.map { ($0.name, .string($0.value)) }))
    }
    switch body {
    case .text(let text): members["body"] = .string(text)
    case .json(let json): members["body"] = json
    case nil: break
    }
    return members
  }
}

extension Fault.Action {
  fileprivate func alteration(
    _ status: Int?, _ headers: [Fault.HeaderField], _ body: JSONObject
  ) -> JSONObject {
    var members: JSONObject = [:]
    members["status"] = status.map(JSON.integer)
    if !headers.isEmpty {
      members["headers"] = .object(JSONObject(headers.map { ($0.name, .string($0.value)) }))
    }
    if !body.isEmpty { members["body"] = .object(body) }
    return members
  }
}

extension Fault.Delay {
  fileprivate var json: JSON {
    switch self {
    case .fixed(let duration): .string(DurationText.text(duration))
    case .uniform(let from, let to):
      ["uniform": [.string(DurationText.text(from)), .string(DurationText.text(to))]]
    case .lognormal(let median, let sigma):
      ["lognormal": ["median": .string(DurationText.text(median)), "sigma": .decimal(sigma)]]
    }
  }
}
