import HTTP
import ProviderKit

// Where a call carries the handle of its transaction.

extension CallHandle {
  /// The BWS token that authorizes a call.
  static let bwsToken = CallHandle { try? BioID.sentToken($0.request) }

  /// The code or refresh token of a form in which nothing comes twice.
  static let grant = CallHandle { call in
    guard let form = try? call.request.form, form.duplicates.isEmpty else { return nil }
    return form["code"] ?? form["refresh_token"]
  }

  /// The access token of BioID Connect.
  static let bearer = CallHandle { call in
    guard case .token(let token) = BearerToken(call.request) else { return nil }
    return token
  }

  /// A field of the form that is posted, else a parameter of the query.
  static func submitted(_ name: String) -> CallHandle { CallHandle { $0.request.submitted?[name] } }
}

extension Request {
  /// The form of a POST, else the query; `nil` where it cannot be read.
  var submitted: Form? { try? method == .post ? form : target.query }
}
