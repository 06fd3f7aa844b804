import Flow
import JOSE
import JSON
import ProviderKit

extension OpenIDProvider {
  /// Takes the parameters out of a signed authentication request, which allows no parameters beside it (CIBA Core
  /// §7.1.1).
  func takeSigned(
    _ request: inout AuthorizationRequest<RelyingParty>, _ policy: RequestObjectPolicy, _ call: Call
  ) throws(Interruption) {
    let beside = request.parameters.names.filter { !Self.standsBeside($0) }.sorted()
    guard let object = request.parameters["request"], beside.isEmpty else {
      let seen = beside.isEmpty ? "request is missing" : beside.joined(separator: ", ")
      throw .refused(
        OpenIDRefusal(
          .invalidRequest, Self.book[.backchannelPlain], seen,
          "The parameters must be those of a signed request object"))
    }
    // The client is the one that authenticated, wherever the request names it.
    request.parameters["client_id"] = request.identifier
    for name in Self.ofAuthentication { request.parameters[name] = nil }
    request.parameters["request"] = nil
    var policy = policy
    policy.standsAlone = true
    do throws(Interruption) {
      try open(requestObject: object, policy, in: &request, call)
    } catch {
      // The backchannel has no error of its own for request objects (§13).
      throw error.refusal { $0.error == .invalidRequestObject ? $0.with(error: .invalidRequest) : $0 }
    }
    if !request.signed.contains("client_id") {
      request.findings += Self.book.advice(.backchannelClientMissing, "in the request object")
    }
  }

  private static var ofAuthentication: [String] {
    ["client_secret", "client_assertion", "client_assertion_type"]
  }

  /// True for parameters that authenticate the client, or choose a scenario of the emulator.
  private static func standsBeside(_ name: String) -> Bool {
    name == "request" || name == "client_id" || ofAuthentication.contains(name) || name.hasPrefix("eidolon_")
  }

  // MARK: Who is to log in

  /// Reads who is to log in, if the vendor defines what a `login_hint_token` is.
  func readHint(
    _ request: inout AuthorizationRequest<RelyingParty>, _ hint: BackchannelPolicy.Hint, _ call: Call
  ) throws(Interruption) {
    guard case .token(let acceptsClaims) = hint else { return }
    if let name = ["login_hint", "id_token_hint"].first(where: { request.parameters[$0] != nil }) {
      throw .refused(Self.wrongHint("\(name) is there", "\(name) is not accepted"))
    }
    if let claims = request.parameters.object("login_hint_token")?.object {
      guard acceptsClaims else { throw .refused(Self.wrongHint("login_hint_token is an object")) }
      request.findings += Self.book.advice(.hintObject)
      request.hint = claims
      return
    }
    guard let token = request.parameters["login_hint_token"] else {
      throw .refused(Self.wrongHint("login_hint_token is missing"))
    }
    request.hint = try claims(ofHint: token, of: request.client, call)
  }

  /// The claims of a hint, which is a JWT that may be unsigned.
  private func claims(
    ofHint token: String, of client: RelyingParty, _ call: Call
  ) throws(Interruption) -> JSONObject {
    guard case .signed(let jws) = try? CompactToken(parsing: token) else {
      throw .refused(Self.wrongHint("it is not a JWT"))
    }
    let found = try fetching { () throws(DocumentNeeded) in
      try keySet(of: client, wanting: jws.kid, for: call)
    }
    do throws(SignedTokenProblem) {
      let isSigned = jws.algorithm != "none" || !jws.signature.isEmpty
      if isSigned, !client.isWildcard { try SignedTokenRules.verify(jws, with: found) }
      return try SignedTokenRules.payload(jws)
    } catch { throw .refused(Self.wrongHint(error.detail)) }
  }

  /// The refusal of a hint that is not a `login_hint_token`, or not a readable one.
  private static func wrongHint(
    _ seen: String, _ text: String = "A login_hint_token that is a JWT is required"
  ) -> OpenIDRefusal {
    OpenIDRefusal(.invalidRequest, book[.hintToken], seen, text)
  }
}
