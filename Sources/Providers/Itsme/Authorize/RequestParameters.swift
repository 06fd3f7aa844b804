import Flow
import HTTP
import JSON

/// The parameters of an authentication request, by name, before any rule is applied.
struct RequestParameters: Sendable {
  /// The values; a parameter that is sent empty counts as not sent (RFC 6749 §3.1).
  var values: [String: String]
  /// The names that were sent more than once.
  var repeated: [String]
  /// `claims` where the request object gave it as an object.
  var claims: JSON?
  let isPosted: Bool

  /// The parameters of the query, or of the form that was posted.
  init(_ request: Request) throws(InvalidRequest) {
    isPosted = request.method == .post
    let form: Form
    do throws(Form.Problem) {
      form = isPosted && !request.body.isEmpty ? try request.form : try request.target.query
    } catch {
      throw InvalidRequest(AuthorizeRules.malformed, "\(error)", "The request parameters are malformed")
    }
    values = [:]
    for (name, value) in form where !value.isEmpty && values[name] == nil { values[name] = value }
    repeated = form.duplicates
  }

  subscript(name: String) -> String? { values[name] }

  /// Takes over the members of a request object, which win (OpenID Connect Core §6.1).
  mutating func take(_ members: JSONObject) {
    for (name, value) in members where !RequestParameters.isAboutObject(name) {
      switch value {
      case .string(let text): values[name] = text.isEmpty ? nil : text
      case .integer(let number): values[name] = String(number)
      case .bool(let flag): values[name] = String(flag)
      case .object where name == "claims": claims = value
      default: break
      }
    }
  }

  /// The members of a request object that are about the object itself (RFC 9101 §4).
  private static func isAboutObject(_ name: String) -> Bool {
    ["iss", "aud", "exp", "iat", "nbf", "jti"].contains(name)
  }
}
