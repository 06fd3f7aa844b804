/// The members of a JSON object, in the order in which they were written or added.
///
/// Names are compared code unit by code unit (RFC 8259, section 8.3). Two objects are equal if they have the same
/// members in whatever order, because the order says nothing (RFC 8259, section 1).
public struct JSONObject: Sendable {
  private var members: [(name: String, value: JSON)] = []
  /// Where each name stands in `members`; empty while the object is so small that looking along it is faster.
  private var places: [ExactName: Int] = [:]

  /// Up to this many members a walk along them beats hashing the name.
  static let walked = 32

  /// An object without members.
  public init() {}

  /// An object with these members; of two with the same name the later value stays, in the earlier place.
  public init(_ members: [(name: String, value: JSON)]) {
    for (name, value) in members { self[name] = value }
  }

  /// Takes members of which the parser knows that no name comes twice.
  init(distinct members: [(name: String, value: JSON)]) {
    self.members = members
    indexIfLarge()
  }

  /// The value of that member; setting replaces it in place or appends it, setting nil removes it.
  public subscript(name: String) -> JSON? {
    get { place(of: name).map { members[$0].value } }
    set {
      switch (place(of: name), newValue) {
      case (let place?, let value?):
        members[place].value = value
      case (let place?, nil):
        members.remove(at: place)
        indexIfLarge()
      case (nil, let value?):
        members.append((name, value))
        if !places.isEmpty {
          places[ExactName(name)] = members.count - 1
        } else {
          indexIfLarge()
        }
      case (nil, nil):
        break
      }
    }
  }

  /// The number of members.
  public var count: Int { members.count }

  /// True if there is no member.
  public var isEmpty: Bool { members.isEmpty }

  /// The names, in order.
  public var names: [String] { members.map(\.name) }

  private func place(of name: String) -> Int? {
    guard places.isEmpty else { return places[ExactName(name)] }
    let members = members.span
    let wanted = name.utf8.span
    // The values are not looked at; most names already differ in length.
    for place in members.indices where members[place].name.utf8.count == wanted.count {
      if isSame(members[place].name.utf8.span, wanted) { return place }
    }
    return nil
  }

  private mutating func indexIfLarge() {
    places = [:]
    guard members.count > Self.walked else { return }
    places.reserveCapacity(members.count)
    for (place, member) in members.enumerated() { places[ExactName(member.name)] = place }
  }
}

extension JSONObject: Sequence {
  /// Walks the members in order.
  public func makeIterator() -> IndexingIterator<[(name: String, value: JSON)]> { members.makeIterator() }

  /// The number of members.
  public var underestimatedCount: Int { members.count }
}

extension JSONObject: Hashable {
  /// True if both have the same members, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
  }

  /// Feeds a sum over the members, which does not depend on their order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for (name, value) in members {
      var member = Hasher()
      member.combine(name)
      member.combine(value)
      sum &+= member.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object with the members in the order written; of two with the same name the later value stays.
  public init(dictionaryLiteral members: (String, JSON)...) {
    // Room for some more members, which a token's claims nearly always get.
    self.members.reserveCapacity(members.count + 8)
    for (name, value) in members { self[name] = value }
  }
}

extension JSONObject: CustomStringConvertible {
  /// The compact text of the object.
  public var description: String { JSON.object(self).text() }
}

/// True if two names consist of the same code units.
///
/// Swift's `==` alone would call "é" written as one scalar and as two the same name, RFC 8259 (8.3) does not.
func isSame(_ left: String, _ right: String) -> Bool {
  left.utf8.count == right.utf8.count && isSame(left.utf8.span, right.utf8.span)
}

private func isSame(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  for place in left.indices where left[place] != right[place] { return false }
  return true
}

/// A name as a dictionary key, compared code unit by code unit.
struct ExactName: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactName, right: ExactName) -> Bool { isSame(left.text, right.text) }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
