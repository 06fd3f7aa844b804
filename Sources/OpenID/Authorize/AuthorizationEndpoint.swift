package import Flow
package import HTTP
package import JSON
package import ProviderKit

/// An authorization request whose parameters could be read and whose client is known.
package struct AuthorizationRequest<RelyingParty: OpenIDClient>: Sendable {
  package var parameters: AuthorizationParameters
  /// The client that asks, as it is registered now.
  package let client: RelyingParty
  package let identifier: String
  /// The findings so far.
  package var findings: [Finding]
  /// The story that was chosen when it was pushed.
  package var choice: ScenarioChoice?
  /// The parameters that came from a signed request object.
  package var signed: Set<String> = []
  /// The claims of its `login_hint_token`, if the vendor defines that.
  package internal(set) var hint: JSONObject?
}

extension OpenIDProvider {
  /// The authorization endpoint: reads the request, finds its client, and lets the provider begin a login (OpenID
  /// Connect Core §3.1.2).
  ///
  /// A refusal goes to the redirect URI if both the URI and the kind of refusal allow it, else to a page. It includes
  /// the findings until then.
  ///
  /// - Parameters:
  ///   - repeatable: the parameters that may be repeated.
  ///   - complete: changes the parameters before they are read.
  ///   - begin: begins a login.
  package func authorize(
    _ call: Call, repeatable: Set<String> = [],
    completing complete: (inout AuthorizationParameters) throws(OpenIDRefusal) -> Void = { _ in },
    _ begin: (inout AuthorizationRequest<RelyingParty>) throws(Interruption) -> Outcome
  ) throws(DocumentNeeded) -> Outcome {
    var parameters = AuthorizationParameters()
    do throws(Interruption) {
      var request = try refusing { () throws(OpenIDRefusal) in
        parameters = try Self.parameters(of: call.request)
        // What completes them may decide in which form a refusal is answered.
        try complete(&parameters)
        try Self.checkRepeated(parameters.repeated, repeatable)
        let known = try client(parameters["client_id"])
        return AuthorizationRequest(
          parameters: parameters, client: known.client.atHome(of: call), identifier: known.identifier,
          findings: known.findings + Self.secrets(in: parameters))
      }
      do throws(Interruption) {
        return try begin(&request)
      } catch {
        parameters = request.parameters
        throw error.after(request.findings)
      }
    } catch {
      switch error {
      case .needs(let document): throw document
      case .refused(let refusal): return .answer(refuse(refusal, parameters, for: call))
      }
    }
  }

  /// Everything at this endpoint passes through the browser, so a secret here is a finding.
  private static func secrets(in parameters: AuthorizationParameters) -> [Finding] {
    let names = ["client_secret", "client_assertion", "code_verifier"].filter { parameters[$0] != nil }
    return names.isEmpty ? [] : book.advice(.secretInFrontChannel, names.joined(separator: ", "))
  }

  private static func parameters(of request: Request) throws(OpenIDRefusal) -> AuthorizationParameters {
    do throws(Form.Problem) {
      return try AuthorizationParameters(request)
    } catch { throw .page(book[.requestMalformed], "\(error)", profile.texts.malformed) }
  }

  /// A parameter must not be repeated (RFC 6749 §3.1).
  private static func checkRepeated(_ names: [String], _ repeatable: Set<String>) throws(OpenIDRefusal) {
    guard let name = names.first(where: { !repeatable.contains($0) }) else { return }
    let refusal = OpenIDRefusal(
      .invalidRequest, book[.parameterRepeated], name, profile.texts.repeated(name))
    // With two of these it is not known whose redirect URI applies.
    throw ["client_id", "redirect_uri"].contains(name) ? refusal.onPage : refusal
  }

  /// The client of an authorization request; an unknown one is refused on a page.
  package func client(_ identifier: String?) throws(OpenIDRefusal) -> KnownClient<RelyingParty> {
    let texts = Self.profile.texts
    guard let identifier, !identifier.isEmpty else {
      throw .page(Self.book[.clientMissing], "", texts.clientMissing, as: texts.clientError)
    }
    guard let client = registered(identifier) else {
      throw .page(
        Self.book[.clientUnknown], clientHint(identifier), texts.clientUnknown, as: texts.clientError)
    }
    return KnownClient(
      client, as: identifier,
      findings: client.isWildcard ? Self.book.advice(.clientUnregistered, identifier) : [])
  }

  /// Chooses the scenario of a login and begins it; a queued scenario is given back if that fails, unless it is what the
  /// scenario is about.
  ///
  /// - Parameter earlier: what was chosen when the request was pushed, which a scenario that is asked for replaces.
  package func choosing<Result>(
    _ facts: @autoclosure () -> Facts, for client: String, asked: (name: String, means: String)?,
    earlier: ScenarioChoice? = nil, _ begin: (ScenarioChoice) throws(Interruption) -> Result
  ) throws(Interruption) -> Result {
    let choice: ScenarioChoice
    if let earlier, asked == nil {
      choice = earlier
    } else {
      if let earlier { logins.giveBack(earlier) }
      choice = try refusing { () throws(OpenIDRefusal) in
        try chooseScenario(facts(), for: client, asked: asked)
      }
    }
    do throws(Interruption) {
      return try begin(choice)
    } catch {
      if !error.isExpected { logins.giveBack(choice) }
      throw error
    }
  }

  /// The scenario of a request; one that does not exist is refused.
  package func chooseScenario(
    _ facts: @autoclosure () -> Facts, for client: String, asked: (name: String, means: String)?
  ) throws(OpenIDRefusal) -> ScenarioChoice {
    do throws(UnknownScenario) {
      return try logins.choose(facts(), for: client, asked: asked)
    } catch { throw Self.refusal(error) }
  }

  /// Refuses a request for a scenario that does not exist.
  package static func refusal(_ unknown: UnknownScenario) -> OpenIDRefusal {
    .page(book[.scenarioUnknown], unknown.text, "Unknown scenario: \(unknown.text)")
  }

  // MARK: Refusing

  private func refuse(
    _ refusal: OpenIDRefusal, _ parameters: AuthorizationParameters, for call: Call
  ) -> Answer {
    noteRefusedLogin(refusal)
    guard !refusal.isShownOnPage, let client = try? client(parameters["client_id"]).client.atHome(of: call),
      let uri = errorTarget(parameters, of: client, for: call)
    else {
      return Answer(
        errorPage(refusal, for: call), findings: refusal.findings, remarks: refusal.remarks)
    }
    let answer = AuthorizationAnswer(
      refusal.error, refusal.description, state: parameters["state"], to: uri)
    return Answer(
      respond(answer, to: parameters, of: client), findings: refusal.findings, remarks: refusal.remarks)
  }

  /// The redirect URI if it is registered, or safe for a client that stands for any id.
  package func errorTarget(
    _ parameters: AuthorizationParameters, of client: RelyingParty, for call: Call
  ) -> String? {
    try? redirectURI(parameters["redirect_uri"], among: client.redirectURIs, of: client).uri
  }

  package func respond(
    _ answer: AuthorizationAnswer, to parameters: AuthorizationParameters, of client: RelyingParty
  ) -> Response { ResponseMode.query.response(answer) }
}
