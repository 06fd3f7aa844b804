/// The latest heads that were parsed, so that one that comes again with the same bytes is not parsed again.
///
/// A client that asks for the same again sends the same head, byte for byte: pollers, health checks, servers that post with the
/// same credentials. What the same bytes mean does not change; the request is then the one of before, and whoever keeps it, as
/// a journal does, keeps one head for all of them. Belongs to one thread.
public final class KnownHeads {
  struct Entry: Sendable {
    let request: Request
    let framing: Framing
  }

  /// A few heads; a new one takes the place of the oldest.
  private struct Ring: Sendable {
    var entries: [Entry] = []
    private var oldest = 0

    mutating func add(_ entry: Entry) {
      if entries.count < KnownHeads.capacity {
        entries.append(entry)
      } else {
        entries[oldest] = entry
        oldest = (oldest + 1) % KnownHeads.capacity
      }
    }

    func find(_ input: Span<UInt8>) -> Int? {
      entries.firstIndex { input.begins(with: $0.request.headBytes) }
    }
  }

  /// Those that came again, and those that may well do.
  private var known = Ring()
  /// Those that came once and carry what is often new each time; they do not push out the others.
  private var doubtful = Ring()

  /// A few documents are asked for in turn; looking along more heads would cost those that never come again.
  private static let capacity = 4
  /// Longer heads carry cookies and tokens, and hardly come again.
  private static let longest = 1024

  /// No head is known.
  public init() {}

  /// The request whose whole head stands at the front of `input`, if it is known.
  func find(_ input: Span<UInt8>) -> Entry? {
    if let place = known.find(input) { return known.entries[place] }
    guard let place = doubtful.find(input) else { return nil }
    let entry = doubtful.entries[place]
    known.add(entry)
    return entry
  }

  /// Whether a head will likely come again: a query may carry the `state` of a login, `Authorization` a token, and the length
  /// of what is posted changes.
  static func isLikely(_ request: Request) -> Bool {
    request.method == .get && request.target.layout.query == nil && request.headBytes.count <= longest
      && !request.headers.contains("Authorization")
  }

  /// Keeps a request, still without its content.
  func keep(_ request: Request, _ framing: Framing) {
    guard request.headBytes.count <= Self.longest else { return }
    let entry = Entry(request: request, framing: framing)
    if Self.isLikely(request) { known.add(entry) } else { doubtful.add(entry) }
  }
}
