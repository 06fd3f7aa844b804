import Crypto
import Flow
import HTTP
import JOSE
import ProviderKit

/// The caller of the API, by its bearer token: a tenant, or an app that another provider sent (§1.1 #2).
enum Caller: Sendable {
  case tenant(CallingTenant)
  /// The app of an order.
  case admitted(Admission)

  /// The client that the runs belong to.
  var name: String {
    switch self {
    case .tenant(let tenant): tenant.name
    case .admitted(let admission): admission.order.client
    }
  }

  /// `nil` for the app of an order.
  var client: VideoIDClient? {
    switch self {
    case .tenant(let tenant): tenant.client
    case .admitted: nil
    }
  }

  /// Separate from `client`, so that no entry is copied.
  var webhook: VideoIDClient.Webhook? {
    switch self {
    case .tenant(let tenant): tenant.client.webhook
    case .admitted: nil
    }
  }

  var admission: Admission? {
    switch self {
    case .tenant: nil
    case .admitted(let admission): admission
    }
  }

  /// The switches of the client, overridden by a scenario's.
  func switches(with scenario: Scenario? = nil) -> Switches {
    if scenario == nil, case .tenant(let tenant) = self { return tenant.switches }
    return Switches(client: client?.quirks ?? [:], scenario: scenario, standards: VideoID.standards)
  }
}

extension Caller {
  /// True for a run that the caller asked for with the same token.
  func owns(_ run: Transaction<Run>) -> Bool {
    switch self {
    case .tenant(let tenant): run.client == tenant.name && run.detail.admission == nil
    case .admitted(let admission): run.detail.admission == admission.token
    }
  }
}

struct KnownCaller: Sendable {
  let caller: Caller
  /// What admitted it.
  let findings: [Finding]
}

struct CallingTenant: Sendable {
  let client: VideoIDClient
  /// The tenant's id; for the client that stands for any, derived from the secret token, so that it distinguishes
  /// callers without revealing anything.
  let name: String
  /// Its switches, before a scenario is known.
  let switches: Switches

  init(_ client: VideoIDClient, name: String) {
    (self.client, self.name) = (client, name)
    switches = Switches(client: client.quirks, scenario: nil, standards: VideoID.standards)
  }
}

extension VideoID {
  /// The caller, with a finding for each leniency that admitted it.
  ///
  /// - Parameter isReading: true if it asks for the result of a run.
  func caller(_ call: Call, isReading: Bool = false) throws(APIRefusal) -> (Caller, findings: [Finding]) {
    let request = call.request
    var (token, findings) = try sentToken(request)
    if request.headers.contains("secret") || request.headers.contains("tenantid") {
      findings.append(Finding(BearerRules.extraHeaders))
    }
    do throws(APIRefusal) {
      let (caller, leniency) = try caller(withToken: token, at: call.now, isReading: isReading)
      return (caller, findings + leniency)
    } catch { throw error.after(findings) }
  }

  private func sentToken(_ request: Request) throws(APIRefusal) -> (String, findings: [Finding]) {
    switch BearerToken(request) {
    case .token(let token): return (token, [])
    case .missing:
      throw .unauthenticated("The access token is missing", Finding(BearerRules.tokenMissing))
    case .otherScheme(let scheme):
      throw .unauthenticated(
        "The access token is missing",
        Finding(BearerRules.tokenMalformed, "the scheme is \"\(scheme)\", not Bearer"))
    case .inQuery:
      throw .unauthorized(
        "The access token is missing", Finding(BearerRules.tokenMalformed, "it is sent in the URL"))
    case .malformed(let why): return try mergedToken(request, why)
    }
  }

  private func caller(
    withToken token: String, at now: Instant, isReading: Bool
  ) throws(APIRefusal) -> (Caller, findings: [Finding]) {
    if let admission = try admissions.admission(token, at: now, isReading: isReading) {
      return (.admitted(admission), [])
    }
    if let client = tenants.tenant(withToken: token, in: sandbox) {
      switch client.state {
      case .active: return (.tenant(CallingTenant(client, name: client.identifier)), [])
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
    let name = "token-\(Base64URL.encode(Array(HashFunction.sha256.hash(Array(token.utf8)).prefix(6))))"
    return (.tenant(CallingTenant(any, name: name)), [Finding(BearerRules.tokenLetIn)])
  }

  /// A merged header: what a browser sends when a script sets `Authorization` several times (§4.5).
  private func mergedToken(
    _ request: Request, _ why: String
  ) throws(APIRefusal) -> (String, findings: [Finding]) {
    let text = AuthorizationField(request.headers["Authorization"] ?? "").credentials ?? ""
    let finding = Finding(
      BearerRules.headerMerged, text.split(separator: ",").dropFirst().joined(separator: ","))
    guard let comma = text.firstIndex(of: ",") else {
      throw .unauthorized("The access token is malformed", Finding(BearerRules.tokenMalformed, why))
    }
    let token = String(text[..<comma])
    let client =
      tenants.tenant(withToken: token, in: sandbox) ?? tenants.any(in: sandbox)
    guard client?.quirks[VideoIDQuirk.mergedHeader.rawValue] == .choice("accept") else {
      throw .unauthorized("The access token is malformed", finding)
    }
    return (token, [finding])
  }

  /// True for a text in the form of a UUID: 8, 4, 4, 4 and 12 hexadecimal digits.
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
