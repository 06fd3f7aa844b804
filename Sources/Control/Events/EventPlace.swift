/// How far a reader of events has come: the id of an event, by which the reader goes on after a break.
///
/// `12-40` has seen the twelfth change and the fortieth entry of the journal; `12-40.1` one event of the next entry too.
struct EventPlace: Hashable, Sendable {
  /// The number of the last change.
  var change: Int
  /// The number of the last entry of the journal that was told whole.
  var entry: Int
  /// How many events of the next entry were told.
  var part: Int

  /// Before the first event.
  static let start = EventPlace(change: 0, entry: 0)

  init(change: Int, entry: Int, part: Int = 0) {
    (self.change, self.entry, self.part) = (change, entry, part)
  }

  /// Reads an id; `0` is the beginning.
  init?(_ text: String) {
    if text == "0" {
      self = .start
      return
    }
    let places = text.split(separator: "-", omittingEmptySubsequences: false)
    guard places.count == 2 else { return nil }
    let parts = places[1].split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let change = Self.number(places[0]),
      let entry = Self.number(parts[0])
    else { return nil }
    self.init(change: change, entry: entry)
    guard parts.count == 2 else { return }
    guard let part = Self.number(parts[1]) else { return nil }
    self.part = part
  }

  /// The id.
  var text: String { part == 0 ? "\(change)-\(entry)" : "\(change)-\(entry).\(part)" }

  private static func number(_ text: Substring) -> Int? {
    guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
