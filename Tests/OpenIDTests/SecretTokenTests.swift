import Crypto
import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit
import Testing

@Suite struct `A token for a client with a secret` {
  @Test func `is opened for people with what the world knows of the client`() throws {
    let emulator = try NotaryWorld.emulator()
    var recipe = TokenRecipe(header: ["alg": "HS256"], claims: ["sub": "anna"])
    recipe.encryption = .init(
      header: ["alg": "dir", "enc": "A256GCM", "cty": "JWT"], secret: NotaryWorld.secret)
    let token = try recipe.make(
      nil, key: JWK(.signing(with: NotaryWorld.secret)), foreign: TestKeys.spares[3].jwk
    ) { randomBytes($0) }
    let exchange = RecordedExchange(
      request: Request(.post, "/notary/token"),
      response: .json(.ok, JSON.object(["id_token": .string(token)]).bytes()))
    let contents = { (client: String) in
      TokenContents.of(
        exchange, openedWith: emulator.sandbox.keys,
        clientKeys: emulator.sandbox.knownKeys(of: client, of: "notary", at: emulator.clock.now)
      ).array?.first ?? .null
    }
    #expect(contents("secret")["decryption"] == "decrypted with the key of the client's secret")
    #expect(contents("secret")["signature"] == "verified with the client's secret")
    #expect(contents("secret")["claims"]?["sub"] == "anna")
    #expect(contents("other")["decryption"] == "not decrypted: the key is not known here")
  }
}
