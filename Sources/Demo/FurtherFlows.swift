// The flows of the other providers; their clients are in `scenarios/world.json`.

import HTTP

extension DemoFlow {
  static let bioIDWeb = DemoFlow(
    slug: "bioid", title: "Log in with your face (BioID)", provider: "bioid", client: "demo-app",
    place: .hospital, eID: "BioID", person: "anna", tour: .bioID,
    summary:
      "The browser goes to BioID's web user interface; the server reads the result, which alone says what came out.",
    shows: isAboutVerification, party: bioID(.webUserInterface))

  static let bioIDApp = DemoFlow(
    slug: "bioid-app", title: "Log in with your face in the BioID app", provider: "bioid", client: "demo-app",
    place: .hospital, eID: "BioID", person: "anna", tour: .bioIDApp,
    summary:
      "A link launches the app on the phone, which returns to the relying party; the server reads the result.",
    shows: isAboutVerification, party: bioID(.app))

  static let videoID = DemoFlow(
    slug: "videoid", title: "Show a document to VideoID", provider: "videoid", client: "demo-tenant",
    place: .bank, eID: "VideoID", person: "anna", tour: .videoID,
    summary:
      "The page runs the provider's videoid.js, and the server reads what the document and the face say.",
    shows: { name in
      !["webhook", "attended", "review-"].contains { name.hasPrefix("videoid/\($0)") }
    }, party: VideoIDParty(token: "00000000-0000-4000-8000-000000000001"))

  static let videoIDTold = DemoFlow(
    slug: "videoid-told", title: "Show a document to VideoID, which sends messages", provider: "videoid",
    client: "demo-told", place: .bank, eID: "VideoID", person: "anna",
    summary:
      "The provider tells the server by signed messages how the video ended; the server reads the result anyway.",
    shows: { name in
      [
        "webhook-before-return", "webhook-forged", "webhook-forged-signature", "webhook-late",
        "webhook-of-another-video", "webhook-out-of-order", "webhook-repeated", "webhook-replayed",
        "not-live", "status-failed",
      ].contains { name == "videoid/\($0)" }
    },
    party: VideoIDParty(token: "00000000-0000-4000-8000-000000000004", secret: "told-webhook-secret"))

  static let stepUp = DemoFlow(
    slug: "reuseid", title: "Step up with ReuseID", provider: "reuseid", client: "eidolon-demo",
    place: .bank, eID: "ReuseID", person: "anna", tour: .stepUp,
    summary:
      "The server starts a step-up, the app confirms it with a PIN, a VideoID follows, and the server asks until it is complete.",
    shows: { name in
      !["judge/", "ciba", "inapp", "id-token", "backend-only", "onboarding", "activation", "plain"].contains {
        name.hasPrefix("reuseid/\($0)")
      }
    },
    party: StepUpParty(
      client: "eidolon-demo", secret: "demo-secret", application: "eidolon-app",
      user: "7f1994f0-5fed-4e0f-a8e2-64da520a09cb", customer: customer,
      device: "3d1f7a52-9c4e-4b0a-8f6d-2e5b8c7a9014", pin: "2580"))

  static let veridium = DemoFlow(
    slug: "veridium", title: "Log in with VeridiumID", provider: "veridium", client: "demo-friend",
    place: .hospital, eID: "VeridiumID", person: "anna", tour: .veridium,
    summary:
      "The server begins a session, a push reaches the phone, and the server asks for its status until it is complete.",
    shows: { !$0.contains("/token-") && !$0.contains("/qr-") }, party: veridiumServer)

  static let veridiumApp = DemoFlow(
    slug: "veridium-app", title: "Log in with VeridiumID in an app", provider: "veridium",
    client: "demo-friend", place: .hospital, eID: "VeridiumID", person: "anna", tour: .veridiumApp,
    summary:
      "The server hands its session to the app, whose SDK answers with an IdentityToken; the server verifies it and asks how the session stands.",
    shows: { name in
      ["approve", "server-knows-nothing"].contains { name == "veridium/\($0)" }
        || name.hasPrefix("veridium/token-")
          && !["wrong-audience", "wrong-issuer", "issued-in-future"].contains { name.hasSuffix($0) }
    }, party: VeridiumAppParty(server: veridiumServer))

  private static let veridiumServer = VeridiumParty(
    certificate: "CN=demo-friend", profile: "anna", accounts: ["anna@example.test", "anna"],
    customer: customer)

  /// Whom the bank and the hospital ask for.
  private static let customer = "Anna Peeters"

  private static func bioID(_ way: BioIDParty.Way) -> BioIDParty {
    BioIDParty(
      way: way, application: "demo-app", secret: "demo-secret", person: "bws.12.4711", customer: customer)
  }

  @Sendable private static func isAboutVerification(_ story: String) -> Bool {
    !story.hasPrefix("bioid/judge/") && !story.hasPrefix("bioid/connect-")
      && !story.hasPrefix("bioid/isenrolled-")
  }
}
