/// Restores the state that something had when this was made; can be called repeatedly.
///
/// It holds no strong reference to what it restores.
package typealias Restoration = @Sendable () -> Void
