import Flow
import ProviderKit

/// The devices of a sandbox: those of the world, and those activated since; bounded.
final class Devices: Sendable {
  struct State {
    var known: [String: Device] = [:]
    /// In order of insertion, so that the oldest are forgotten first.
    var order: [String] = []
    var deleted: Set<String> = []
  }

  /// The maximum number of devices; beyond it the oldest are forgotten.
  static let capacity = 10_000

  let state = Kept(State())
  /// Ordered by the clients' ids, since two clients may have devices with the same identifier.
  private let worldDevices: @Sendable () -> [Device]

  init(ofWorld worldDevices: @escaping @Sendable () -> [Device]) {
    self.worldDevices = worldDevices
  }

  subscript(identifier: String) -> Device? {
    state.withLock { state in find(identifier, &state) }
  }

  /// Changes a device atomically; `nil` if there is none.
  @discardableResult
  func update<Result: Sendable>(
    _ identifier: String, _ change: (inout Device) -> Result
  ) -> Result? {
    state.withLock { state in
      guard var device = find(identifier, &state) else { return nil }
      let result = change(&device)
      state.known[identifier] = device
      return result
    }
  }

  func add(_ device: Device) {
    state.withLock { state in insert(device, &state) }
  }

  /// Deletes a device for good, even one of the world.
  func delete(_ identifier: String) {
    state.withLock { state in
      if state.known.removeValue(forKey: identifier) != nil { state.order.removeAll { $0 == identifier } }
      if state.deleted.count >= Self.capacity { state.deleted = [] }
      state.deleted.insert(identifier)
    }
  }

  /// Resets the world's devices; those activated since stay.
  func resetWorldDevices() {
    let own = Set(worldDevices().map(\.identifier))
    state.withLock { state in
      state.order.removeAll(where: own.contains)
      for identifier in own { state.known[identifier] = nil }
      state.deleted.subtract(own)
    }
  }

  /// Sorted by identifier.
  func devices(ofUser user: String) -> [Device] {
    state.withLock { state in
      for device in worldDevices() where device.user == user { _ = find(device.identifier, &state) }
      return state.known.values.filter { $0.user == user }.sorted { $0.identifier < $1.identifier }
    }
  }

  private func find(_ identifier: String, _ state: inout State) -> Device? {
    if let device = state.known[identifier] { return device }
    guard !state.deleted.contains(identifier),
      let device = worldDevices().first(where: { $0.identifier == identifier })
    else { return nil }
    insert(device, &state)
    return device
  }

  private func insert(_ device: Device, _ state: inout State) {
    if state.known[device.identifier] == nil { state.order.append(device.identifier) }
    state.known[device.identifier] = device
    state.deleted.remove(device.identifier)
    if state.order.count > Self.capacity {
      let oldest = state.order.removeFirst()
      state.known[oldest] = nil
    }
  }
}
