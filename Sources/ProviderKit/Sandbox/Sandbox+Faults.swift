import Flow

extension Sandbox {
  /// Counts a call that no transaction owns, and returns the armed faults that strike it.
  func strike(_ endpoint: String, of provider: String, at now: Instant) -> [Fault] {
    let call = EndpointCall(endpoint: endpoint, at: now, number: nextCall())
    unownedCalls.note(call)
    return rotatingKeys(for: armedFaults.strike(call, of: provider))
  }

  /// Counts a fetch from a relying party, and returns the faults that strike it: those that are armed, else the scenario's own.
  func strike(_ event: DocumentNeeded.Event, at now: Instant) -> [Fault] {
    let armed = strike(event.name, of: event.provider, at: now)
    return armed.isEmpty ? rotatingKeys(for: event.faults) : armed
  }

  /// Rotates the keys if a fault says so, before the endpoint does anything, and returns the other faults.
  func rotatingKeys(for faults: [Fault], isFirst: Bool = true) -> [Fault] {
    guard faults.rotatesKeys else { return faults }
    if isFirst { keys.rotateSigning() }
    return faults.filter { $0.action != .rotateKeys }
  }
}
