/// The two addresses under which version 2 is served (E10, E12).
enum ItsmeBase: String, CaseIterable, Sendable {
  case current = "v2"
  /// For clients with a secret that were registered before 25 June 2025.
  case legacy

  enum Resource {
    case discovery, jwkSet, authorize, token, userinfo, picture, revoke
  }

  /// Its path, below the provider's address.
  var path: String {
    switch self {
    case .current: "/v2"
    case .legacy: "/clientsecret-oidc/csapi/v0.1"
    }
  }

  func issuer(_ home: String) -> String { home + path }

  func path(_ resource: Resource) -> String { path + "/" + name(of: resource) }

  private func name(of resource: Resource) -> String {
    switch (resource, self) {
    case (.discovery, _): ".well-known/openid-configuration"
    case (.jwkSet, .current): "jwkSet"
    case (.jwkSet, .legacy): ".well-known/jwks"
    case (.authorize, .current): "authorization"
    case (.authorize, .legacy): "connect/authorize"
    case (.token, .current): "token"
    case (.token, .legacy): "connect/token"
    case (.userinfo, .current): "userinfo"
    case (.userinfo, .legacy): "connect/userinfo"
    case (.picture, _): "picture"
    case (.revoke, _): "connect/revoke"
    }
  }
}
