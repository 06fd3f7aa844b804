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
  public mutating func add(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    begin(name)
    writer.write(string: text)
  }

  /// Adds a whole number.
  public mutating func add(_ name: StaticString, _ number: Int) {
    begin(name)
    writer.write(integer: number)
  }

  /// Adds a truth.
  public mutating func add(_ name: StaticString, _ truth: Bool) {
    begin(name)
    writer.write(.bool(truth))
  }

  /// Adds any value.
  public mutating func add(_ name: StaticString, _ value: JSON) {
    begin(name)
    writer.write(value)
  }

  /// Adds a text that is put together as it is written.
  public mutating func addText(_ name: StaticString, _ write: (inout JSONText) -> Void) {
    begin(name)
    writer.append(UInt8(ascii: "\""))
    write(&self)
    writer.append(UInt8(ascii: "\""))
  }

  /// Adds a text of two pieces, which are not put together before.
  public mutating func add(_ name: StaticString, _ text: String, _ end: String) {
    addText(name) { whole in
      whole.write(text)
      whole.write(end)
    }
  }

  /// Writes a piece of the text that is being added.
  public mutating func write(_ piece: String) { writer.write(piece: piece) }

  /// Adds an object, whose members are added one by one.
  public mutating func addObject(_ name: StaticString, _ add: (inout JSONText) -> Void) {
    begin(name)
    writer.append(UInt8(ascii: "{"))
    isEmpty = true
    add(&self)
    isEmpty = false
    writer.append(UInt8(ascii: "}"))
  }

  /// The object as UTF-8 text.
  public consuming func bytes() -> [UInt8] {
    writer.append(UInt8(ascii: "}"))
    return writer.bytes
  }

  private mutating func begin(_ name: StaticString) {
    if !isEmpty { writer.append(UInt8(ascii: ",")) }
    isEmpty = false
    writer.write(name: name)
  }
}
