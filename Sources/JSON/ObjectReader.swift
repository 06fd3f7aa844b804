/// Reads an object member by member and notes every problem instead of stopping at the first.
///
/// Read each member there may be, then call `finish()`: it reports the members that were never read, and
/// suggests absent ones with similar names. Every reading method returns nil if the member is absent or
/// wrong; absence is a problem only for the `required` ones.
///
///     guard let story = ValueReader(node, problems: problems).object() else { return nil }
///     let title = story.requiredString("title")
///     let times = story.integer("times", in: 1...100)
///     story.finish()
public final class ObjectReader {
  /// The position of the object's opening brace.
  public let position: JSONPosition
  /// The path of the object, empty for the outermost value.
  public var path: String { trail.path }
  /// Collects the problems found.
  public let problems: JSONProblems
  private let trail: Trail
  private let nodes: [JSONNode.Member]
  /// The names read so far, some perhaps twice.
  private var namesRead: [String] = []
  /// True once the caller has enumerated all members, so that none is unknown.
  private var readAll = false

  init(_ members: [JSONNode.Member], of value: ValueReader) {
    nodes = members
    position = value.node.position
    trail = value.trail
    problems = value.problems
  }

  /// A reader of that node; nil, with a problem noted, if it is not an object.
  public convenience init?(_ node: JSONNode, path: String = "", problems: JSONProblems) {
    let value = ValueReader(node, path: path, problems: problems)
    guard let object = value.object() else { return nil }
    self.init(object.nodes, of: value)
  }

  // MARK: Single members

  /// The member's value, whatever its type.
  public func value(_ name: String) -> ValueReader? {
    if namesRead.isEmpty { namesRead.reserveCapacity(14) }
    namesRead.append(name)
    return index(of: name).map { reader(of: nodes[$0]) }
  }

  /// The member's value, whatever its type; its absence is a problem: `the member "person" is missing`.
  public func requiredValue(_ name: String) -> ValueReader? {
    let value = value(name)
    if value == nil { problem("the member \(JSONProblem.quoted(name)) is missing") }
    return value
  }

  /// The member's node, whatever its type.
  public func node(_ name: String) -> JSONNode? { value(name)?.node }

  /// The member as a string.
  public func string(_ name: String) -> String? { value(name)?.string() }

  /// The member as a string; its absence is a problem.
  public func requiredString(_ name: String) -> String? { requiredValue(name)?.string() }

  /// The member as a Boolean.
  public func bool(_ name: String) -> Bool? { value(name)?.bool() }

  /// The member as a Boolean; its absence is a problem.
  public func requiredBool(_ name: String) -> Bool? { requiredValue(name)?.bool() }

  /// The member as a whole number in that range.
  public func integer(_ name: String, in range: ClosedRange<Int> = .min ... .max) -> Int? {
    value(name)?.integer(in: range)
  }

  /// The member as a whole number in that range; its absence is a problem.
  public func requiredInteger(_ name: String, in range: ClosedRange<Int> = .min ... .max) -> Int? {
    requiredValue(name)?.integer(in: range)
  }

  /// The member as a number in that range.
  public func number(_ name: String, in range: ClosedRange<Double> = -.infinity ... .infinity) -> Double? {
    value(name)?.number(in: range)
  }

  /// The member as one of the allowed strings; see `ValueReader.oneOf` for the message that `what` makes.
  public func oneOf(
    _ name: String, allowed: [String], what: @autoclosure () -> String = ""
  ) -> String? {
    value(name)?.oneOf(allowed, what: what())
  }

  /// The member as one of the allowed strings; its absence is a problem.
  public func requiredOneOf(
    _ name: String, allowed: [String], what: @autoclosure () -> String = ""
  ) -> String? {
    requiredValue(name)?.oneOf(allowed, what: what())
  }

  // MARK: Arrays and objects

  /// The member as an array of strings, or nil if any element is not one.
  public func strings(_ name: String) -> [String]? { value(name)?.strings() }

  /// The member as an array of strings; its absence is a problem.
  public func requiredStrings(_ name: String) -> [String]? { requiredValue(name)?.strings() }

  /// The member as an array of nodes.
  public func array(_ name: String) -> [JSONNode]? { value(name)?.array() }

  /// The member as an array, each element with a reader.
  public func elements(_ name: String) -> [ValueReader]? { value(name)?.elements() }

  /// The member as an array of objects, or nil if any element is not one.
  public func arrayOfObjects(_ name: String) -> [ObjectReader]? { value(name)?.objects() }

  /// The member as an object.
  public func object(_ name: String) -> ObjectReader? { value(name)?.object() }

  /// The member as an object; its absence is a problem.
  public func requiredObject(_ name: String) -> ObjectReader? { requiredValue(name)?.object() }

  /// The member as a map from arbitrary names to objects; a member that is not one is noted and left out.
  public func objects(_ name: String) -> [NamedObject]? { object(name)?.objects() }

  /// A member of a map with arbitrary names.
  public struct NamedValue {
    /// The name.
    public let name: String
    /// The position of the name.
    public let namePosition: JSONPosition
    /// The value.
    public let value: ValueReader
  }

  /// A member of a map from arbitrary names to objects.
  public struct NamedObject {
    /// The name.
    public let name: String
    /// The position of the name.
    public let namePosition: JSONPosition
    /// The object.
    public let reader: ObjectReader
  }

  /// All members of this object, in order, for a map with arbitrary names; none is unknown afterwards.
  public func members() -> [NamedValue] {
    readAll = true
    return nodes.map { NamedValue(name: $0.name, namePosition: $0.namePosition, value: reader(of: $0)) }
  }

  /// All members of this object as objects; one that is not an object is noted and left out.
  public func objects() -> [NamedObject] {
    members().compactMap { member in
      member.value.object().map {
        NamedObject(name: member.name, namePosition: member.namePosition, reader: $0)
      }
    }
  }

  /// True if there is a member of that name, whatever its value; does not count as reading it.
  public func has(_ name: String) -> Bool { index(of: name) != nil }

  /// The names of all members, in order; does not count as reading them.
  public var names: [String] { nodes.map(\.name) }

  // MARK: Problems

  /// Notes a problem with the object as a whole, at its opening brace.
  public func problem(_ message: String) {
    problems.add(JSONProblem(position: position, path: path, message: message))
  }

  /// Notes a problem with the value of that member, or with the object if there is no such member.
  public func problem(at name: String, _ message: String) {
    guard let index = index(of: name) else { return problem(message) }
    reader(of: nodes[index]).problem(message)
  }

  /// Notes a problem with the name of that member, at the name, or with the object if there is no such member.
  public func problem(atName name: String, _ message: String) {
    guard let index = index(of: name) else { return problem(message) }
    problem(atName: nodes[index], message)
  }

  /// Reports every member that was never read: `unknown member "whem"; did you mean "when"?`.
  ///
  /// Beyond a hundred of them one problem stands for the rest: looking for the nearest name of each of a
  /// hundred thousand would keep a thread busy for seconds.
  public func finish() {
    guard !readAll else { return }
    let unknown = nodes.filter { member in !namesRead.contains { isSame($0, member.name) } }
    guard !unknown.isEmpty else { return }
    let absent = namesRead.filter { !has($0) }
    for member in unknown.prefix(100) {
      let hint = nearest(member.name, in: absent).map { "; did you mean \(JSONProblem.quoted($0))?" } ?? ""
      problem(atName: member, "unknown member \(JSONProblem.quoted(member.name))\(hint)")
    }
    if let next = unknown.dropFirst(100).first {
      problem(atName: next, "\(unknown.count - 100) more unknown members")
    }
  }

  private func problem(atName member: JSONNode.Member, _ message: String) {
    problems.add(JSONProblem(position: member.namePosition, path: path, message: message))
  }

  /// An index, because a copy of the member would cost more than the search.
  private func index(of name: String) -> Int? {
    nodes.indices.first { isSame(nodes[$0].name, name) }
  }

  private func reader(of member: JSONNode.Member) -> ValueReader {
    ValueReader(member.value, at: .member(member.name, of: trail), problems)
  }
}
