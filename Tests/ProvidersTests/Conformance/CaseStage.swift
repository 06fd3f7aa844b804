import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import JSON

@testable import BioID
@testable import Criipto
@testable import Itsme
@testable import ReuseID

/// How a right client of a provider logs in, step by step, so that everything it is told can be looked at.
struct CaseStage: Sendable {
  let slug: String
  /// Tells two clients of one provider apart.
  var client = ""
  /// An emulator with stories: their members besides title and provider, by short name.
  let emulator: @Sendable (_ stories: [String: String]) throws -> TestEmulator
  let discovery: String
  /// Begins a login with this state and nonce; the answer is the redirection to the client.
  let authorize: @Sendable (TestEmulator, _ story: String, _ changes: [String: String?]) throws -> TestAnswer
  let token: @Sendable (TestEmulator, _ code: String) throws -> TestAnswer
  let userinfo: @Sendable (TestEmulator, _ accessToken: String) throws -> TestAnswer

  static let all = [bioID, criipto, itsme, itsmeV2, reuseID]

  /// A client of itsme's second version that has a secret and no keys.
  static let itsmeV2WithSecret = itsmeV2(of: "EIDOLON_SECRET")

  /// A client of Criipto whose id_tokens are encrypted.
  static let criiptoEncrypting = criipto("encrypting", CriiptoTestWorld.encrypting)

  private static let bioID = CaseStage(
    slug: "bioid", emulator: { try BioIDTestWorld.emulator(stories: $0) },
    discovery: "/bioid/connect/.well-known/openid-configuration",
    authorize: { $0.connect($2, scenario: $1) },
    token: { $0.connectToken($1) },
    userinfo: { $0.get("/bioid/connect/userinfo", headers: BioIDTestWorld.bearer($1)) })

  private static let criipto = criipto("")

  private static func criipto(_ client: String, _ members: String = "") -> CaseStage {
    CaseStage(
      slug: "criipto", client: client, emulator: { try CriiptoTestWorld.emulator(members, stories: $0) },
      discovery: "/criipto/.well-known/openid-configuration",
      authorize: { VerifyLogin(emulator: $0).authorize($2, scenario: $1) },
      token: { VerifyLogin(emulator: $0).exchange($1) },
      userinfo: { VerifyLogin(emulator: $0).userinfo($1) })
  }

  private static let itsme = CaseStage(
    slug: "itsme", emulator: { try ItsmeTestWorld.emulator(stories: $0) },
    discovery: "/itsme/oidc/.well-known/openid-configuration",
    authorize: { $0.authorize(RelyingParty(), $2, scenario: $1) },
    token: { try $0.exchange($1) },
    userinfo: { $0.userinfo($1) })

  private static let itsmeV2 = itsmeV2(of: "EIDOLON_TEST")

  private static func itsmeV2(of client: String) -> CaseStage {
    CaseStage(
      slug: "itsme-v2", client: client, emulator: { try ItsmeV2TestWorld(stories: $0).emulator },
      discovery: "/itsme-v2/v2/.well-known/openid-configuration",
      authorize: { ItsmeV2TestWorld($0).authorize(client, $2, scenario: $1) },
      token: { try ItsmeV2TestWorld($0).exchange($1, client) },
      userinfo: { ItsmeV2TestWorld($0).get(.userinfo, $1) })
  }

  private static let reuseID = CaseStage(
    slug: "reuseid", emulator: { try ReuseIDStage(stories: $0).emulator },
    discovery: "/reuseid/auth/open/.well-known/openid-configuration",
    authorize: { ReuseIDStage($0).authorize($2, scenario: $1) },
    token: { ReuseIDStage($0).exchange(ReuseIDStage.grant($1)) },
    userinfo: {
      $0.get("/reuseid/auth/open/connect/userinfo", headers: ["Authorization": "Bearer \($1)"])
    })

}
