/// Puts something back to where it stood when this was made; can be called again and again.
///
/// It does not keep alive what it puts back.
package typealias Restoration = @Sendable () -> Void
