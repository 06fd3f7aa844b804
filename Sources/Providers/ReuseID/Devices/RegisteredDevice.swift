import Flow

/// A phone with the app, registered for one person.
struct Device: Sendable {
  /// The registration id of the app, which is the device id of the backend (§1c).
  let identifier: String
  /// The user's identifier at ReuseID.
  let user: String
  /// What the client calls the user.
  let externalReference: String?
  /// The key of the person who holds it.
  let person: String
  /// The client whose app it has.
  let client: String
  /// `nil` admits any app.
  let application: String?
  /// The name that the person gave it.
  var name: String?
  /// If it is unknown, every well-formed PIN is right.
  var pin: String?
  /// The active methods, including the device itself.
  var methods: Set<AuthenticationMethod> = [.device]
  var isActive = true
  var isLockedByAdmin = false
  /// Wrong attempts since the last right one, of the whole device and of each method.
  var failures: [AuthenticationMethod: Int] = [:]
  var lastFailure: Instant?
  var lockedMethods: Set<AuthenticationMethod> = []
  var isLocked = false
  /// The latest operation for it: a device has one at a time (§1c).
  var current: String?
  /// How long the app may finish adding a method; `nil` if it has not started to.
  var addingUntil: Instant?
  /// The operation that the app has started.
  var inApp: String?

  func attemptsLeft(_ method: AuthenticationMethod, of allowed: Int, perMethod: Bool) -> Int {
    let used = perMethod ? failures[method] ?? 0 : failures.values.reduce(0, +)
    return max(0, allowed - used)
  }

  /// Counts a wrong attempt and returns how many are left.
  mutating func fail(
    _ method: AuthenticationMethod, of allowed: Int, perMethod: Bool, at now: Instant
  ) -> Int {
    failures[method, default: 0] += 1
    lastFailure = now
    let left = attemptsLeft(method, of: allowed, perMethod: perMethod)
    if left == 0 {
      if perMethod { lockedMethods.insert(method) } else { isLocked = true }
    }
    return left
  }

  /// A right attempt clears the wrong ones (§3).
  mutating func succeed(_ method: AuthenticationMethod, perMethod: Bool) {
    if perMethod { failures[method] = nil } else { failures = [:] }
  }

  /// True after too many wrong attempts, with the method or with any.
  func isLocked(for method: AuthenticationMethod?) -> Bool {
    isLocked || (method.map(lockedMethods.contains) ?? false)
  }

  mutating func unlock() {
    (failures, lockedMethods, isLocked, isLockedByAdmin) = ([:], [], false, false)
  }

  /// `ACTIVE`, and our words for the rest (§1c).
  var state: String {
    if isLocked || isLockedByAdmin { return "LOCKED" }
    return isActive ? "ACTIVE" : "ACTIVATING"
  }
}
