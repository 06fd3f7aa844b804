package import Flow
package import HTTP
package import ProviderKit

/// A request to the token endpoint whose form can be read.
package struct TokenRequest<Login: OpenIDLogin>: Sendable {
  package let form: Form
  /// The call, with the login that its grant belongs to.
  package let owned: OwnedCall<Login>
  package let advice: [Finding]
}
