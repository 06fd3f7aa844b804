import Flow
import HTTP
import ProviderKit

/// Who calls the API, by the bearer token: a tenant, or an app that another provider sent (§1.1 #2).
enum Caller: Sendable {
  /// A tenant of the world; for the one that stands for any, the token is its name.
  case client(VideoIDClient, name: String)
  /// The app of an order, by its token.
  case admitted(Admission)

  /// Whose the runs are.
  var name: String {
    switch self {
    case .client(_, let name): name
    case .admitted(let admission): admission.order.client
    }
  }

  /// The switches of the client before a scenario is known.
  var quirks: [String: QuirkValue] {
    switch self {
    case .client(let client, _): client.quirks
    case .admitted: [:]
    }
  }

  /// The tenant.
  var client: VideoIDClient? {
    switch self {
    case .client(let client, _): client
    case .admitted: nil
    }
  }
}

extension VideoID {
  /// Who calls; every leniency is noted.
  func caller(_ call: Call, _ findings: inout [Finding]) throws(APIRefusal) -> Caller {
    let token: String
    switch BearerToken(call.request) {
    case .token(let found): token = found
    case .missing:
      throw .unauthorized("The access token is missing", Finding(BearerRules.tokenMissing))
    case .inQuery:
      throw .unauthorized(
        "The access token is missing", Finding(BearerRules.tokenMalformed, "it is sent in the URL"))
    case .malformed(let why):
      token = try mergedToken(call.request, why, &findings)
    }
    if call.request.headers.contains("secret") || call.request.headers.contains("tenantid") {
      findings.append(Finding(BearerRules.extraHeaders))
    }
    return try caller(withToken: token, &findings)
  }

  private func caller(withToken token: String, _ findings: inout [Finding]) throws(APIRefusal) -> Caller {
    if let admission = try admissions.admission(token, at: sandbox.environment.clock.now) {
      return .admitted(admission)
    }
    if let client = tenants.tenant(withToken: token, in: sandbox) {
      switch client.state {
      case .active: return .client(client, name: client.identifier)
      case .expired:
        throw .unauthorized(
          "The access token is invalid or has expired", Finding(BearerRules.tokenExpired, client.identifier)
        ).of(client)
      case .forbidden:
        throw APIRefusal(
          403, "insufficient_scope", "The access token does not allow this",
          Finding(BearerRules.tokenForbidden, client.identifier)
        ).of(client)
      }
    }
    if let run = runs.find(token), run.detail.authorization == token {
      throw .unauthorized(
        "This is the authorization of a \(run.detail.product.title), which only its SDK takes",
        Finding(BearerRules.authorizationAsBearer, transaction: run.identifier))
    }
    let any = tenants.any(in: sandbox)
    guard let any, any.quirks[VideoIDQuirk.anyToken.rawValue] == .choice("any") || VideoID.isUUID(token)
    else {
      throw .unauthorized("The access token is invalid or has expired", Finding(BearerRules.tokenUnknown)).of(
        any)
    }
    findings.append(Finding(BearerRules.tokenLetIn))
    return .client(any, name: token)
  }

  /// Two headers in one: what a browser sends when a script sets `Authorization` once for each header it sets (§4.5).
  private func mergedToken(
    _ request: Request, _ why: String, _ findings: inout [Finding]
  ) throws(APIRefusal) -> String {
    let text = request.headers["Authorization"] ?? ""
    let finding = Finding(
      BearerRules.headerMerged, text.split(separator: ",").dropFirst().joined(separator: ","))
    guard text.lowercased().hasPrefix("bearer "), let comma = text.firstIndex(of: ",") else {
      throw .unauthorized("The access token is malformed", Finding(BearerRules.tokenMalformed, why))
    }
    let token = String(text[..<comma].dropFirst("Bearer ".count))
    let client =
      tenants.tenant(withToken: token, in: sandbox) ?? tenants.any(in: sandbox)
    guard client?.quirks[VideoIDQuirk.mergedHeader.rawValue] == .choice("accept") else {
      throw .unauthorized("The access token is malformed", finding)
    }
    findings.append(finding)
    return token
  }

  /// Whether a text has the form of a UUID: 8, 4, 4, 4 and 12 hexadecimal digits.
  static func isUUID(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count == 36 else { return false }
    return bytes.enumerated().allSatisfy { index, byte in
      switch (index, byte) {
      case (8, UInt8(ascii: "-")), (13, UInt8(ascii: "-")), (18, UInt8(ascii: "-")), (23, UInt8(ascii: "-")):
        true
      case (8, _), (13, _), (18, _), (23, _): false
      case (_, 0x30...0x39), (_, 0x41...0x46), (_, 0x61...0x66): true
      default: false
      }
    }
  }
}
