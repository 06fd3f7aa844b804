/// The text of an object that is written member by member, without a value in between: for what is answered very often.
///
/// Names are the caller's own and need no escapes; each is written once.
public struct JSONText: Sendable {
  private var writer: JSONWriter
  private var isEmpty = true

  /// An object without members yet.
  public init() {
    writer = JSONWriter(pretty: false, escapingSlashes: false)
    writer.append(UInt8(ascii: "{"))
  }

  /// Adds a text; nothing without one.
  public mutating func add(_ name: String, _ text: String?) {
    guard let text else { return }
    begin(name)
    writer.write(string: text)
  }

  /// Adds a whole number.
  public mutating func add(_ name: String, _ number: Int) {
    begin(name)
    writer.write(.integer(number))
  }

  /// Adds a truth.
  public mutating func add(_ name: String, _ truth: Bool) {
    begin(name)
    writer.write(.bool(truth))
  }

  /// Adds any value.
  public mutating func add(_ name: String, _ value: JSON) {
    begin(name)
    writer.write(value)
  }

  /// The object as UTF-8 text.
  public consuming func bytes() -> [UInt8] {
    writer.append(UInt8(ascii: "}"))
    return writer.bytes
  }

  private mutating func begin(_ name: String) {
    if !isEmpty { writer.append(UInt8(ascii: ",")) }
    isEmpty = false
    writer.write(name: name)
  }
}
