package import HTTP
package import ProviderKit

// Where a call carries the handle of its login.

extension CallHandle {
  /// The access token that a call shows.
  package static let bearer = CallHandle { call in
    if case .token(let token) = BearerToken(call.request) { token } else { nil }
  }

  /// The code, refresh token or backchannel request of a form without repeated fields.
  package static let grant = CallHandle { call in
    guard let form = try? call.form, form.duplicates.isEmpty else { return nil }
    return switch form["grant_type"] {
    case "refresh_token": form["refresh_token"]
    case BackchannelGrant.type: form["auth_req_id"].map(BackchannelGrant.handle)
    default: form["code"]
    }
  }

  /// What a form without repeated fields redeems, including grants of the vendor's own.
  ///
  /// - Parameter fields: the field that holds it, by grant type; for all others it is the code.
  package static func grant(_ fields: [String: String]) -> CallHandle {
    CallHandle { call in
      guard let form = try? call.form, form.duplicates.isEmpty else { return nil }
      return form[form["grant_type"].flatMap { fields[$0] } ?? "code"]
    }
  }

  /// A field of the posted form, else a parameter of the query.
  package static func submitted(_ name: String) -> CallHandle { CallHandle { $0.request.submitted?[name] } }
}

extension Request {
  /// The form of a POST, else the query; `nil` if it cannot be read.
  package var submitted: Form? { try? method == .post ? form : target.query }
}
