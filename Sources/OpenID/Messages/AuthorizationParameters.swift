package import HTTP
package import JSON
import ProviderKit

/// The parameters of an authorization request, by name, before any rule is applied.
package struct AuthorizationParameters: Sendable {
  private var form: Form
  private let sent: Form
  package let repeated: [String]
  private var objects = JSONObject()
  /// True if they came in a body.
  package let isPosted: Bool

  /// The parameters of a form; an empty one counts as absent (RFC 6749 §3.1).
  package init(_ form: Form = Form(), isPosted: Bool = false) {
    (sent, self.isPosted, repeated) = (form, isPosted, form.duplicates)
    self.form = form.firstValues
  }

  /// The parameters of the query, or of the form that was posted.
  package init(_ request: Request) throws(Form.Problem) {
    let isPosted = request.method == .post
    self.init(
      isPosted && !request.body.isEmpty ? try request.form : try request.target.query, isPosted: isPosted)
  }

  package subscript(name: String) -> String? {
    get { form[name] }
    set { form.set(name, newValue) }
  }

  /// All values of a parameter, for vendors that accept it more than once.
  package func all(_ name: String) -> [String] { sent.values(name) }

  package var names: [String] { form.names }

  /// The values by name, for the conditions of scenarios.
  package var values: [String: String] {
    Dictionary(form.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// `claims`, if the request object gave it as an object.
  package var claims: JSON? { object("claims") }

  /// A parameter that the request object gave as an object.
  package func object(_ name: String) -> JSON? { objects[name] }

  /// `max_age` in seconds; `nil` if there is none, or it is not a number.
  package var maximumAge: Int? { self["max_age"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }

  /// The words of a parameter that holds several.
  package func words(_ name: String) -> [String] { self[name]?.words ?? [] }

  /// Takes over the members of a request object, which win (OpenID Connect Core §6.1).
  package mutating func take(_ members: JSONObject) {
    for (name, value) in members where !Self.isAboutObject(name) {
      switch value {
      case .string(let text): self[name] = text.isEmpty ? nil : text
      case .integer(let number): self[name] = String(number)
      case .bool(let flag): self[name] = String(flag)
      case .object: objects[name] = value
      default: break
      }
    }
  }

  /// The members of a request object that are about the object itself (RFC 9101 §4).
  private static func isAboutObject(_ name: String) -> Bool {
    ["iss", "aud", "exp", "iat", "nbf", "jti"].contains(name)
  }
}
