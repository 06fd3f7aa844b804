/// The members of a JSON object, in the order in which they were written or added.
///
/// Names are compared code unit by code unit (RFC 8259, section 8.3). Objects with the same members are equal
/// in any order, because the order says nothing (RFC 8259, section 1).
public struct JSONObject: Sendable {
  private var members: [(name: String, value: JSON)] = []
  /// The index of each name in `members`; empty while the object is small enough for a linear search.
  private var indexByName: [ExactName: Int] = [:]

  /// Up to this many members a linear search beats hashing the name.
  static let linearSearchLimit = 32

  /// An object without members.
  public init() {}

  /// An object with these members; of two with the same name the later value wins, at the earlier position.
  public init(_ members: [(name: String, value: JSON)]) {
    for (name, value) in members { self[name] = value }
  }

  /// Takes members whose names the parser knows to be distinct.
  init(distinct members: [(name: String, value: JSON)]) {
    self.members = members
    indexIfLarge()
  }

  /// The value of that member; setting replaces it in place or appends it, setting nil removes it.
  public subscript(name: String) -> JSON? {
    get { index(of: name).map { members[$0].value } }
    set {
      switch (index(of: name), newValue) {
      case (let index?, let value?):
        members[index].value = value
      case (let index?, nil):
        members.remove(at: index)
        indexIfLarge()
      case (nil, let value?):
        members.append((name, value))
        if !indexByName.isEmpty {
          indexByName[ExactName(name)] = members.count - 1
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

  private func index(of name: String) -> Int? {
    guard indexByName.isEmpty else { return indexByName[ExactName(name)] }
    let members = members.span
    let wanted = name.utf8.span
    // Compared without copying the values; most names already differ in length.
    for index in members.indices where members[index].name.utf8.count == wanted.count {
      if isSame(members[index].name.utf8.span, wanted) { return index }
    }
    return nil
  }

  private mutating func indexIfLarge() {
    indexByName = [:]
    guard members.count > Self.linearSearchLimit else { return }
    indexByName.reserveCapacity(members.count)
    for (index, member) in members.enumerated() { indexByName[ExactName(member.name)] = index }
  }
}

extension JSONObject: Sequence {
  /// Walks the members in order.
  public func makeIterator() -> IndexingIterator<[(name: String, value: JSON)]> { members.makeIterator() }

  /// The number of members.
  public var underestimatedCount: Int { members.count }
}

extension JSONObject: Hashable {
  /// True if both have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
  }

  /// Hashes the sum over the members, which does not depend on their order.
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
  /// Makes an object with the members in the order written; of two with the same name the later value wins.
  public init(dictionaryLiteral members: (String, JSON)...) {
    // Room for more members: the claims of a token nearly always gain some.
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
/// Swift's `==` makes "é" as one scalar equal to "é" as two; RFC 8259 (8.3) does not.
func isSame(_ left: String, _ right: String) -> Bool {
  left.utf8.count == right.utf8.count && isSame(left.utf8.span, right.utf8.span)
}

private func isSame(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  for index in left.indices where left[index] != right[index] { return false }
  return true
}

/// A name as a dictionary key, compared code unit by code unit.
struct ExactName: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactName, right: ExactName) -> Bool { isSame(left.text, right.text) }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
