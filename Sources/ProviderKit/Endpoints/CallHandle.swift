import HTTP

/// Where a call carries the handle of its transaction.
package struct CallHandle: Sendable {
  /// The handle of a call; `nil` where the call carries none.
  let text: @Sendable (Call) -> String?

  /// A handle that takes more than one look.
  package init(_ text: @escaping @Sendable (Call) -> String?) { self.text = text }

  /// A part of the path: `.path("order")` for `/bankid/{order}/poll`.
  package static func path(_ name: String) -> CallHandle { CallHandle { $0.parameters[name] } }
}
