/// A large value that is copied as cheaply as a reference; whoever changes it gets a copy first, unless nobody else has it.
///
/// The array of one is the standard library's own copy on write.
@propertyWrapper
package struct Boxed<Value: Sendable>: Sendable {
  private var box: [Value]

  package init(wrappedValue: Value) { box = [wrappedValue] }

  package var wrappedValue: Value {
    // Through the span, because the subscript of an array copies.
    _read { yield box.span[0] }
    _modify { yield &box[0] }
  }
}
