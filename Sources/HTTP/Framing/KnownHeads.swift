/// The latest heads that were parsed, so that one that comes again with the same bytes is not parsed again.
///
/// A client that asks for the same document again sends the same head, byte for byte: pollers, health checks, caches that
/// look whether something is new. What the same bytes mean does not change; the request is then the one of before, and
/// whoever keeps it, as a journal does, keeps one head for all of them. Belongs to one thread.
public struct KnownHeads: Sendable {
  struct Entry: Sendable {
    let request: Request
    let framing: Framing
  }

  private var entries: [Entry] = []
  private var oldest = 0

  /// A few documents are asked for in turn; looking along more heads would cost those that never come again.
  private static let capacity = 4
  /// Longer heads carry cookies and tokens, and hardly come again.
  private static let longest = 1024

  /// No head is known.
  public init() {}

  /// The request whose whole head stands at the front of `input`, if it is known.
  func find(_ input: Span<UInt8>) -> Entry? {
    entries.first { input.begins(with: $0.request.headBytes) }
  }

  /// Whether a head may come again: a query is hardly asked twice, it carries the `state` of a login.
  static func mayKeep(_ request: Request) -> Bool {
    request.method == .get && request.target.layout.query == nil && request.headBytes.count <= longest
      && !request.headers.contains("Authorization")
  }

  /// Keeps a request without content, if its head may come again; it takes the place of the oldest.
  mutating func keep(_ request: Request, _ framing: Framing) {
    guard Self.mayKeep(request) else { return }
    if entries.count < Self.capacity {
      entries.append(Entry(request: request, framing: framing))
    } else {
      entries[oldest] = Entry(request: request, framing: framing)
      oldest = (oldest + 1) % Self.capacity
    }
  }
}
