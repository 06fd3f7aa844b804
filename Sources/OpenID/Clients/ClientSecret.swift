import ProviderKit
package import HTTP

/// How a request to a token endpoint, or one that is guarded like it, names its client and shows its secret
/// (RFC 6749 §2.3.1).
package enum ClientSecret: Sendable, Hashable {
  /// In the header: `client_secret_basic`.
  case basic(client: String, secret: String)
  /// In the form: `client_secret_post`.
  case post(client: String, secret: String)
  /// The client is named and shows no secret: a public client, or one that has forgotten it.
  case unproven(client: String)
  /// Nobody is named.
  case missing
  /// What was sent is no credential, or more than one; why.
  case malformed(String)

  /// Looks into the header and the form.
  package init(_ request: Request, form: Form) {
    let inForm = (client: form["client_id"], secret: form["client_secret"])
    let sent = BasicCredentials(request)
    switch (sent, sent.formDecoded) {
    case (.credentials(let raw, _), .credentials(let name, let secret)):
      if inForm.secret != nil {
        // "The client MUST NOT use more than one authentication method in each request" (§2.3).
        self = .malformed("the secret is sent in the header and in the form")
      } else if let client = inForm.client, client != name, client != raw {
        self = .malformed("the header names another client than client_id")
      } else {
        self = .basic(client: name, secret: secret)
      }
    case (.malformed(let why), _):
      self = .malformed(why)
    default:
      switch inForm {
      case (let client?, let secret?): self = .post(client: client, secret: secret)
      case (let client?, nil): self = .unproven(client: client)
      case (nil, _?): self = .malformed("client_secret is sent without client_id")
      case (nil, nil): self = .missing
      }
    }
  }

  /// The client that is named.
  package var client: String? {
    switch self {
    case .basic(let client, _), .post(let client, _), .unproven(let client): client
    case .missing, .malformed: nil
    }
  }

  /// True if the secret that was shown is this one; the comparison does not tell by its time how much is right.
  package func isSecret(_ wanted: String) -> Bool {
    switch self {
    case .basic(_, let secret), .post(_, let secret):
      !wanted.isEmpty && BasicCredentials.isSame(secret, wanted)
    case .unproven, .missing, .malformed: false
    }
  }
}
