import Flow
import ProviderKit

/// A provider's settings as complete configurations of clients, each ready to paste.
struct ClientSnippets {
  struct Snippet {
    /// Its part of the page's element ids.
    let mark: String
    let title: String
    let text: String
  }

  private let slug: String
  private let settings: ProviderSettings
  private let values: [String: String]
  /// The endpoints of the provider, by their names.
  private let addresses: [String: String]

  init(_ provider: any Provider, base: String) {
    slug = type(of: provider).slug
    settings = type(of: provider).settings(base: base)
    values = Dictionary(settings.values.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    addresses = Dictionary(
      type(of: provider).anyEndpoints.map { ($0.name, base + $0.path) },
      uniquingKeysWith: { first, _ in first })
  }

  var all: [Snippet] {
    [
      Snippet(mark: "env", title: ".env", text: environment),
      Snippet(mark: "curl", title: "curl", text: curl),
    ]
      + (openID?.snippets ?? [])
  }

  // MARK: For every provider

  private var prefix: String { Self.variable(slug) }

  /// `ITSME_CLIENT_ID` of `client_id`.
  private static func variable(_ name: String) -> String {
    let word = name.prefix { $0 != "(" && $0 != "," }
    let letters = word.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return String(letters).split(separator: "_").joined(separator: "_")
  }

  /// Variables in the form that Compose and dotenv both read.
  ///
  /// What has a single quote is a command, and left out.
  private var environment: String {
    var lines = ["\(prefix)_START=\(settings.entry)"]
    var known: Set<String> = []
    for (name, value) in settings.values where !value.contains("'") {
      var variable = Self.variable(name)
      if !known.insert(variable).inserted {
        // The first word in parentheses too: client keys, public and private.
        variable = Self.variable(String(name.map { $0 == "(" ? " " : $0 }))
      }
      let isPlain = !value.contains { " #\"$\\".contains($0) }
      lines.append("\(prefix)_\(variable)=\(isPlain ? value : "'\(value)'")")
    }
    return lines.joined(separator: "\n")
  }

  private var curl: String { "curl -s '\(settings.entry)'" }

  // MARK: For OpenID Connect

  /// `nil` if clients do not use discovery here.
  private var openID: OpenIDClient? {
    guard settings.entry.hasSuffix("/.well-known/openid-configuration"),
      settings.firstCalls.contains("authorize"), let client = values["client_id"]
    else { return nil }
    return OpenIDClient(
      slug: slug, issuer: String(settings.entry.dropLast("/.well-known/openid-configuration".count)),
      client: client, secret: values["client_secret"], method: values["token_endpoint_auth_method"],
      scope: values["scope"] ?? "openid", callback: values["redirect_uri"] ?? "http://localhost:9000/cb",
      level: values["acr_values"], hint: values["login_hint"],
      keys: values["client keys (private, for tests)"], decrypts: settings.encryptsTokens,
      addresses: addresses)
  }
}

/// The settings of an OpenID Connect client, as libraries take them.
private struct OpenIDClient {
  let slug: String
  let issuer: String
  let client: String
  let secret: String?
  let method: String?
  let scope: String
  let callback: String
  let level: String?
  /// The `login_hint` without which there is no login.
  let hint: String?
  /// Where its private keys are, for tests.
  let keys: String?
  let decrypts: Bool
  let addresses: [String: String]

  private var hasKeys: Bool { method == "private_key_jwt" && keys != nil }

  /// Those of libraries that can log in with settings alone.
  var snippets: [ClientSnippets.Snippet] {
    var all: [ClientSnippets.Snippet] = []
    // Neither decrypts tokens, and Spring needs code of the application to send a hint.
    if !decrypts { all.append(.init(mark: "authlib", title: "Authlib", text: authlib)) }
    if !decrypts, hint == nil { all.append(.init(mark: "spring", title: "Spring", text: spring)) }
    all.append(.init(mark: "openid-client", title: "openid-client", text: openIDClient))
    if hint == nil { all.append(.init(mark: "passport", title: "Passport", text: passport)) }
    return all
  }

  /// What the authorization request has besides the usual.
  private var asked: [(name: String, value: String)] {
    [("acr_values", level), ("login_hint", hint)].compactMap { name, value in value.map { (name, $0) } }
  }

  /// docs.authlib.org, "Web OAuth Clients" and "OAuth 2 Session".
  private var authlib: String {
    let credential =
      hasKeys
      ? "client_secret=signing_key,  # the key with use=sig of\n    # \(keys ?? "")"
      : "client_secret=\"\(secret ?? "")\","
    let way = hasKeys ? "\n        \"token_endpoint_auth_method\": \"private_key_jwt\"," : ""
    let methods =
      hasKeys ? "\n    client_auth_methods=[PrivateKeyJWT(headers={\"kid\": signing_key.kid})]," : ""
    let parameters = asked.map { "\"\($0.name)\": \"\($0.value)\"" }.joined(separator: ", ")
    let asking = parameters.isEmpty ? "" : "\n    authorize_params={\(parameters)},"
    return """
      oauth.register(
          "\(slug)",
          server_metadata_url="\(issuer)/.well-known/openid-configuration",
          client_id="\(client)",
          \(credential)
          client_kwargs={
              "scope": "\(scope)",\(way)
          },\(methods)\(asking)
      )
      """
  }

  /// docs.spring.io, "Core Configuration" and "Client Authentication Support" of OAuth2 Client.
  private var spring: String {
    // The key and the header of assertions are beans of the application.
    let beans =
      hasKeys
      ? "# and a NimbusJwtClientAuthenticationParametersConverter with your key, whose assertions have typ JWT:\n"
        + "# eidolon help libraries\n" : ""
    return """
      \(beans)spring:
        security:
          oauth2:
            client:
              provider:
                \(slug):
                  issuer-uri: "\(issuer)"
              registration:
                \(slug):
                  client-id: "\(client)"\(hasKeys || secret == nil ? "" : "\n            client-secret: \"\(secret ?? "")\"")
                  client-authentication-method: \(hasKeys ? "private_key_jwt" : "client_secret_basic")
                  authorization-grant-type: authorization_code
                  redirect-uri: "\(callback)"
                  scope: [\(scope.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ", "))]
      """
  }

  private var configuration: String {
    let discovery =
      hasKeys ? discoveryWithKeys : discovery(metadata: "{}", "client.ClientSecretBasic('\(secret ?? "")')")
    return "const client = await import('openid-client')\n\(discovery)"
  }

  /// The API of openid-client 6: discovery(server, clientId, metadata, clientAuthentication, options).
  private func discovery(metadata: String, _ authentication: String) -> String {
    """
    const config = await client.discovery(
      new URL('\(issuer)'),
      '\(client)',
      \(metadata),
      \(authentication),
      { execute: [client.allowInsecureRequests] },
    )
    """
  }

  /// Its assertions have no `typ` and the issuer as `aud`; itsme wants `JWT` and the token endpoint.
  private var discoveryWithKeys: String {
    let authentication = """
      client.PrivateKeyJwt({ key, kid }, {
          [client.modifyAssertion]: (header, payload) => {
            header.typ = 'JWT'
            payload.aud = '\(addresses["token"] ?? "")'
          },
        })
      """
    let decryption =
      decrypts
      ? """

      const { alg, ...own } = keys.find(({ use }) => use === 'enc')
      client.enableDecryptingResponses(config, ['A128CBC-HS256'], await crypto.subtle.importKey(
        'jwk', own, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['decrypt']))
      """ : ""
    return """
      const { keys } = await (await fetch('\(keys ?? "")')).json()
      const { kid, ...jwk } = keys.find(({ use }) => use === 'sig')
      const key = await crypto.subtle.importKey(
        'jwk', jwk, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, ['sign'])
      \(discovery(metadata: "{ userinfo_signed_response_alg: 'RS256' }", authentication))\(decryption)
      """
  }

  private var openIDClient: String {
    let asking = asked.map { "\n  \($0.name): '\($0.value)'," }.joined()
    return """
      \(configuration)
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: '\(callback)', scope: '\(scope)',\(asking)
        state: client.randomState(), nonce: client.randomNonce(),
      })
      """
  }

  /// passport-openidconnect supports only secrets, so clients with keys use the strategy of openid-client.
  private var passport: String {
    guard !hasKeys, let authorize = addresses["authorize"], let token = addresses["token"],
      let userinfo = addresses["userinfo"]
    else {
      return """
        \(configuration)

        const { default: passport } = await import('passport')
        const { Strategy } = await import('openid-client/passport')

        passport.use('\(slug)', new Strategy(
          { config, callbackURL: '\(callback)', scope: '\(scope)' },
          (tokens, done) => done(null, tokens.claims()),
        ))
        """
    }
    let levels = level.map { "\n  acrValues: '\($0)'," } ?? ""
    // The strategy prepends openid.
    let further = scope.split(separator: " ").filter { $0 != "openid" }.map { "'\($0)'" }.joined(
      separator: ", ")
    return """
      const passport = require('passport')
      const OpenIDConnectStrategy = require('passport-openidconnect')

      passport.use('\(slug)', new OpenIDConnectStrategy({
        issuer: '\(issuer)',
        authorizationURL: '\(authorize)',
        tokenURL: '\(token)',
        userInfoURL: '\(userinfo)',
        clientID: '\(client)',
        clientSecret: '\(secret ?? "")',
        callbackURL: '\(callback)',
        nonce: true,\(further.isEmpty ? "" : "\n  scope: [\(further)],")\(levels)
      }, (issuer, profile, done) => done(null, profile)))
      """
  }
}
