import Synchronization

/// What a server reported, from any thread.
final class Reports: Sendable {
  private let list = Mutex<[String]>([])

  func add(_ text: String) { list.withLock { $0.append(text) } }
  var all: [String] { list.withLock { $0 } }
}
