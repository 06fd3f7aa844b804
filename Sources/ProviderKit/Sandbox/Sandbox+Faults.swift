import Flow

extension Sandbox {
  /// Counts a call at an endpoint that no transaction owns; the faults that are armed there and strike it.
  func strike(_ endpoint: String, of provider: String, at now: Instant) -> [Fault] {
    unownedCalls.note(endpoint, at: now, number: nextCall())
    return rotatingKeys(for: armedFaults.strike(endpoint, of: provider))
  }

  /// Rotates the keys where a fault says so, before the endpoint does anything; the faults that are left for its answer.
  func rotatingKeys(for faults: [Fault], isFirst: Bool = true) -> [Fault] {
    guard faults.rotatesKeys else { return faults }
    if isFirst { keys.rotateSigning() }
    return faults.filter { $0.action != .rotateKeys }
  }
}
