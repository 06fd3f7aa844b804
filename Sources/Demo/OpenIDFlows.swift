import JOSE

// The flows over OpenID Connect. The clients are in `scenarios/world.json`, those of itsme with the public halves of these keys.

extension DemoFlow {
  static let itsme = DemoFlow(
    slug: "itsme", title: "Log in with itsme", provider: "itsme", client: "EIDOLON_TOUR",
    place: .shop, eID: "itsme", person: "anna", tour: .itsme,
    summary: """
      The browser goes to itsme with a request that is signed and encrypted, the person confirms in the app, and the server \
      exchanges the code with private_key_jwt.
      """,
    shows: { _ in true },
    party: OpenIDParty(
      client: "EIDOLON_TOUR", discovery: "/oidc/.well-known/openid-configuration",
      credential: .key { TestKeys.demonstrationSignature.jwk },
      scope: "openid service:EIDOLON_TOUR_LOGIN profile email phone address",
      level: "tag:sixdots.be,2016-06:acr_advanced", objectEncryption: "RSA-OAEP", language: "nl",
      phone: "32+470000001",
      decryption: { TestKeys.demonstrationEncryption.jwk }, maximumAge: 3600))

  static let itsmeV2 = DemoFlow(
    slug: "itsme-v2", title: "Log in with itsme, version 2", provider: "itsme-v2", client: "EIDOLON_TOUR",
    place: .shop, eID: "itsme", person: "anna", isKnown: false, tour: .itsmeV2,
    summary: """
      itsme's page shows a QR code, which the app on a phone scans; the request and the tokens are signed and then encrypted.
      """,
    shows: { name in
      !["ciba-", "confirm-", "request-uri-"].contains { name.hasPrefix("itsme-v2/\($0)") }
    },
    party: OpenIDParty(
      client: "EIDOLON_TOUR", discovery: "/v2/.well-known/openid-configuration",
      credential: .key { TestKeys.demonstrationSignature.jwk },
      scope: "openid service:EIDOLON_TOUR_LOGIN profile email phone address",
      level: "http://itsme.services/v2/claim/acr_advanced", objectEncryption: "RSA-OAEP-256", language: "nl",
      decryption: { TestKeys.demonstrationEncryption.jwk }))

  static let bankIDSameDevice = criipto(
    "bankid", "Log in with Swedish BankID on this device", "urn:grn:authn:se:bankid:same-device",
    "Criipto's page opens the BankID app by its launch link, and waits until the order is done.",
    leavingOut: "mitid-", "person-other-than-hinted", at: .bank, "BankID", person: "lilly",
    tour: .bankID("open"), language: "sv")

  static let bankIDOtherDevice = criipto(
    "bankid-qr", "Log in with Swedish BankID on a phone", "urn:grn:authn:se:bankid:another-device:qr",
    "Criipto's page shows a code that moves, which the BankID app on a phone scans.",
    leavingOut: "mitid-", "person-other-than-hinted", at: .bank, "BankID", person: "lilly",
    tour: .bankID("scan"), language: "sv")

  static let mitID = criipto(
    "mitid", "Log in with Danish MitID", "urn:grn:authn:dk:mitid:substantial",
    "Criipto's page waits for the MitID app, and the server exchanges the code with its secret.",
    leavingOut: "bankid-", "mitid-double-callback", "person-other-than-hinted", at: .taxOffice, "MitID",
    person: "freja", tour: .mitID, language: "da")

  static let mitIDAgain = DemoFlow(
    slug: "mitid-again", title: "Log in again with Danish MitID", provider: "criipto",
    client: "urn:eidolon:tour", place: .taxOffice, eID: "MitID", person: "anna",
    summary: """
      An app knows whom it asks for: the login hint has the person's number, and the MitID app returns to it by a link of its own \
      before the answer comes.
      """,
    shows: { ["criipto/mitid-double-callback", "criipto/person-other-than-hinted"].contains($0) },
    party: OpenIDParty(
      client: "urn:eidolon:tour", discovery: "/.well-known/openid-configuration",
      credential: .secret("tour-secret"), scope: "openid", level: "urn:grn:authn:dk:mitid:substantial",
      expected: OpenIDParty.ExpectedPerson(
        hint: "sub:2712589994 appswitch:android", claim: "cprNumberIdentifier", value: "2712589994")))

  static let mitIDEncrypted = DemoFlow(
    slug: "mitid-encrypted", title: "Log in with Danish MitID, encrypted", provider: "criipto",
    client: "urn:eidolon:encrypted", place: .taxOffice, eID: "MitID", person: "freja",
    summary: "The id_token is signed and then encrypted: only the relying party's server can read it.",
    shows: aboutEncryption.contains,
    party: OpenIDParty(
      client: "urn:eidolon:encrypted", discovery: "/.well-known/openid-configuration",
      credential: .secret("encrypted-secret"), scope: "openid", level: "urn:grn:authn:dk:mitid:substantial",
      language: "da", decryption: { TestKeys.demonstrationEncryption.jwk }))

  /// Stories that change nothing where no encryption was agreed.
  private static let aboutEncryption: Set = [
    "criipto/judge/id-token-compressed", "criipto/judge/id-token-encrypted-to-wrong-key",
    "criipto/judge/id-token-not-encrypted", "criipto/judge/id-token-unknown-enc",
    "criipto/judge/id-token-unsigned-inside",
  ]

  static let bankIDPage = DemoFlow(
    slug: "bankid-page", title: "Log in with Swedish BankID on a page of one's own", provider: "criipto",
    client: "urn:eidolon:bank", place: .bank, eID: "BankID", person: "lilly",
    summary: """
      The relying party's page has the link that opens the BankID app; its server polls the order, and completes or cancels it.
      """,
    shows: { $0.hasPrefix("criipto/bankid-") },
    party: BankIDParty(
      login: OpenIDParty(
        client: "urn:eidolon:bank", discovery: "/.well-known/openid-configuration",
        credential: .secret("bank-secret"), scope: "openid",
        level: "urn:grn:authn:se:bankid:same-device")))

  private static func criipto(
    _ slug: String, _ title: String, _ level: String, _ summary: String, leavingOut others: String...,
    at place: DemoPlace, _ eID: String, person: String, tour: DemoTour, language: String
  ) -> DemoFlow {
    let (client, secret) =
      place.slug == DemoPlace.bank.slug
      ? ("urn:eidolon:bank", "bank-secret") : ("urn:eidolon:tour", "tour-secret")
    return DemoFlow(
      slug: slug, title: title, provider: "criipto", client: client, place: place, eID: eID,
      person: person, tour: tour, summary: summary,
      shows: { name in
        !others.contains { name.hasPrefix("criipto/\($0)") } && !aboutEncryption.contains(name)
      },
      party: OpenIDParty(
        client: client, discovery: "/.well-known/openid-configuration",
        credential: .secret(secret), scope: "openid", level: level, language: language))
  }
}
