package import ProviderKit

extension OpenIDProvider {
  /// Applies the rules of the code flow in order: redirect URI, random parameters, response type, proof key.
  package func codeRequest(
    _ request: inout AuthorizationRequest<RelyingParty>, _ call: Call, wantsNonce: Bool = true
  ) throws(Interruption) -> CodeRequest {
    let (parameters, client) = (request.parameters, request.client)
    let (uri, advice) = try refusing { () throws(OpenIDRefusal) in
      try redirectURI(parameters["redirect_uri"], among: client.redirectURIs, of: client)
    }
    request.findings += advice + Self.checks.randomness(parameters, wantsNonce: wantsNonce)
    let proofKey = try refusing { () throws(OpenIDRefusal) in
      try Self.checks.codeFlow(parameters)
      return try Self.checks.proofKey(parameters, isDemanded: client.requiresProofKey)
    }
    request.findings += Self.checks.advice(onMissing: proofKey) + Self.checks.responseMode(parameters).advice
    return CodeRequest(
      redirectURI: uri, state: parameters["state"], nonce: parameters["nonce"], proofKey: proofKey,
      maximumAge: parameters.maximumAge, issuer: issuer(call.publicBase))
  }
}
