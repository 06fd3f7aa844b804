import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

// Whose switches shape the answer to a token request that is refused before the client has authenticated.

extension Itsme {
  /// The switches of the client that the request names in any way; unauthenticated, as they only shape an error.
  func switches(ofClientNamedIn request: Request) -> Switches {
    let client =
      request.namedFields.lazy.compactMap { self.client(in: $0) }.first
      ?? registered(BasicCredentials(request))
    return client.map { Itsme.switches(of: $0) } ?? providerSwitches
  }

  private func client(in fields: Form) -> ItsmeClient? {
    let assertion = fields["client_assertion"].flatMap { subject(of: $0) }
    return (assertion ?? fields["client_id"]).flatMap { registered($0) }
  }

  private func subject(of assertion: String) -> String? {
    let jws: JWS? =
      switch try? CompactToken(parsing: assertion) {
      case .signed(let jws): jws
      case .encrypted(let jwe):
        try? jwe.decryptNested(
          with: sandbox.keys.decryption(of: jwe.header["kid"]?.string), allowing: [.rsaOAEP, .rsaOAEP256])
      case nil: nil
      }
    return jws.flatMap { try? Claims(parsing: $0.payload) }?["sub"]?.string
  }
}

extension Request {
  /// The possible fields of a token request: the body, whatever its content type, and the query.
  fileprivate var namedFields: [Form] {
    var members = Form()
    for (name, value) in (try? JSON(parsing: body))?.object ?? [:] {
      if let text = value.string { members.append(name, text) }
    }
    return [try? Form(parsing: body), members, try? target.query].compactMap { $0 }
  }
}
