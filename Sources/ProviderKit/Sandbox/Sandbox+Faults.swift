import Flow
import JSON

/// A call that no transaction owns, and the armed faults that strike it.
struct Strike: Sendable {
  let call: EndpointCall
  let faults: [Fault]
}

extension Sandbox {
  /// Counts a call that no transaction owns, and returns the armed faults that strike it.
  func strike(_ endpoint: String, of provider: String, at time: ClockReading) -> Strike {
    let call = EndpointCall(endpoint: endpoint, at: time.now, number: nextCall())
    let (struck, isRight) = armedFaults.strike(call, of: provider)
    unownedCalls.note(call, of: provider, real: time.real, isRight: isRight)
    let faults = rotatingKeys(for: struck) { armedFaults.forgetStrike(call) }
    guard !faults.isEmpty, let other = latestCodes.latest(besides: provider) else {
      return Strike(call: call, faults: faults)
    }
    return Strike(call: call, faults: faults.map { $0.naming(other) })
  }

  /// Counts a fetch from a relying party, and returns the faults that strike it: the armed ones, else the scenario's
  /// own.
  func strike(_ event: DocumentNeeded.Event, at time: ClockReading) -> [Fault] {
    let armed = strike(event.name, of: event.provider, at: time)
    // A relying party's own document is never altered.
    if armed.faults.allSatisfy(\.isAlteration) { armedFaults.forgetStrike(armed.call) }
    return armed.faults.isEmpty ? rotatingKeys(for: event.faults) : armed.faults
  }

  /// Rotates the keys if a fault says so, before the endpoint does anything, and returns the other faults.
  ///
  /// - Parameter giveUp: called if no spare key is left, so that the fault has no effect.
  func rotatingKeys(for faults: [Fault], isFirst: Bool = true, orElse giveUp: () -> Void = {}) -> [Fault] {
    guard faults.rotatesKeys else { return faults }
    if isFirst, !keys.rotateSigning() { giveUp() }
    return faults.filter { $0.action != .rotateKeys }
  }
}

extension Fault {
  fileprivate var isAlteration: Bool { if case .alter = action { true } else { false } }

  /// Replaces the placeholder by the other provider's endpoint.
  fileprivate func naming(_ other: LatestCodes.Entry) -> Fault {
    guard case .alter(let status, let headers, var body) = action else { return self }
    for (name, value) in body where value.string == LatestCodes.tokenEndpointPlaceholder {
      body[name] = .string(other.tokenEndpoint())
    }
    return Fault(at: endpoint, calls, .alter(status: status, headers: headers, body: body))
  }
}
