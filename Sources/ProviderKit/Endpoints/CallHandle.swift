import HTTP

/// Where calls carry the handle of their transaction.
package struct CallHandle: Sendable {
  /// `nil` if the call carries no handle.
  let text: @Sendable (Call) -> String?

  package init(_ text: @escaping @Sendable (Call) -> String?) { self.text = text }

  /// `.path("order")` for `/bankid/{order}/poll`.
  package static func path(_ name: String) -> CallHandle { CallHandle { $0.parameters[name] } }
}
