import Flow

/// Five logins that show a flow going well and going wrong; each ends by itself.
struct DemoTour: Sendable {
  struct Step: Sendable {
    let kind: Kind
    /// The story's name in the library.
    let story: String
    /// What the person does, at a pace that people can follow; `nil` for the story's own steps.
    let phone: [PhoneStep]?
    let title: String
    /// What it teaches, in one sentence.
    let teaches: String
    /// Shorter than the story's, so that the audience does not wait long.
    var lifetimes: [String: Duration] = [:]

    init(_ kind: Kind, _ story: String, _ phone: [PhoneStep]? = nil, _ title: String, _ teaches: String) {
      (self.kind, self.story, self.phone) = (kind, story, phone)
      (self.title, self.teaches) = (title, teaches)
    }
  }

  enum Kind: String, Sendable, CaseIterable {
    case approve, refuse
    /// The wrong icon, PIN or face.
    case wrong
    case timeout
    /// A forged response.
    case forged
  }

  private(set) var steps: [Step]

  subscript(name: String) -> Step? { steps.first { $0.kind.rawValue == name } }
}

extension DemoTour {
  /// Steps two seconds apart, the first after one second.
  private static func paced(_ verbs: String...) -> [PhoneStep] {
    verbs.enumerated().map { PhoneStep(after: .seconds(1 + 2 * $0), $1) }
  }

  private static let forgedSignature =
    "Only the signature says who wrote the token: whoever does not verify it lets anybody in."

  static let itsme = DemoTour(steps: [
    Step(
      .approve, "itsme/approve", paced("open", "approve"), "Anna approves",
      "The code that the browser brings is worth nothing until the server has exchanged it and checked the token."
    ),
    Step(
      .refuse, "itsme/reject", paced("open", "reject"), "Anna refuses",
      "A refusal comes back as an error, not as silence: say so, and offer another try."),
    Step(
      .wrong, "itsme/wrong-icon", paced("open", "wrong_icon"), "Anna taps the wrong icon",
      "The icon binds the phone to this browser, so a login that somebody else began fails here."),
    Step(
      .timeout, "itsme/timeout-access-denied", nil, "Nobody reacts",
      "Time runs out on the provider's side; the relying party hears of it as of a refusal."),
    Step(
      .forged, "itsme/judge/id-token-bad-signature", paced("open", "approve"), "The token is forged",
      forgedSignature),
  ])

  static let itsmeV2 = DemoTour(steps: [
    Step(
      .approve, "itsme-v2/approve-qr", paced("scan", "open", "approve"), "Anna scans and approves",
      "The code on the page brings the request to the phone; the answer comes back to the browser."),
    Step(
      .refuse, "itsme-v2/reject", paced("scan", "open", "reject"), "Anna refuses",
      "A refusal comes back as an error, not as silence: say so, and offer another try."),
    Step(
      .wrong, "itsme-v2/wrong-icon", paced("enter_number", "open", "wrong_icon"), "Anna taps the wrong icon",
      "Whoever types a number gets an icon to match, so that nobody can be talked into another's login."),
    Step(
      .timeout, "itsme-v2/timeout-access-denied", nil, "Nobody reacts",
      "Time runs out on the provider's side; the relying party hears of it as of a refusal."),
    Step(
      .forged, "itsme-v2/id-token-inner-signature-broken", paced("scan", "open", "approve"),
      "The token is forged", "That a token is encrypted to you says nothing of who wrote it."),
  ])

  /// - Parameter arrive: how the request reaches the app.
  static func bankID(_ arrive: String) -> DemoTour {
    DemoTour(steps: [
      Step(
        .approve, "criipto/bankid-approve", paced(arrive, "approve"), "Lilly identifies",
        "The app answers BankID, BankID answers the broker, and only the broker's token reaches the bank."),
      Step(
        .refuse, "criipto/bankid-user-cancel", paced(arrive, "cancel"), "Lilly refuses",
        "A refusal comes back as an error, not as silence: say so, and offer another try."),
      Step(
        .wrong, "criipto/bankid-wrong-code-then-approve", paced(arrive, "wrong_pin", "approve"),
        "Lilly mistypes her code", "The app counts the tries by itself: the bank never hears of a wrong code."
      ),
      Step(
        .timeout, "criipto/bankid-app-never-opened", nil, "Nobody opens the app",
        "An order that nobody opens ends after thirty seconds: say so, and offer a new one."),
      Step(
        .forged, "criipto/judge/id-token-bad-signature", paced(arrive, "approve"), "The token is forged",
        forgedSignature),
    ])
  }

  static let mitID = DemoTour(steps: [
    Step(
      .approve, "criipto/mitid-approve", paced("open", "approve"), "Freja approves",
      "The tax office gets a token with her number, and never sees her user ID or PIN."),
    Step(
      .refuse, "criipto/mitid-reject-in-app", paced("open", "reject"), "Freja refuses",
      "A refusal comes back as an error, not as silence: say so, and offer another try."),
    Step(
      .wrong, "criipto/mitid-wrong-pin-then-approve", paced("open", "wrong_pin", "approve"),
      "Freja mistypes her PIN", "The app asks again by itself: the tax office never hears of a wrong PIN."),
    Step(
      .timeout, "criipto/mitid-timeout", nil, "Nobody reacts",
      "Time runs out at MitID; what comes back is an error like any other."),
    Step(
      .forged, "criipto/judge/id-token-bad-signature", paced("open", "approve"), "The token is forged",
      forgedSignature),
  ])

  /// In the browser, or in the app, which would wait as long as its token is valid.
  static let bioID = bioID(waiting: [:])
  static let bioIDApp = bioID(waiting: ["token": .seconds(15)])

  private static func bioID(waiting lifetimes: [String: Duration]) -> DemoTour {
    var tour = DemoTour(steps: bioIDSteps)
    for index in tour.steps.indices where tour.steps[index].kind == .timeout {
      tour.steps[index].lifetimes = lifetimes
    }
    return tour
  }

  private static let bioIDSteps = [
    Step(
      .approve, "bioid/approve", paced("open", "approve"), "Anna is recognized",
      "The way back says nothing: the server asks for the result, and that alone counts."),
    Step(
      .refuse, "bioid/user-abort", paced("open", "cancel"), "Anna turns away",
      "Whoever aborts comes back too; the result is empty, and nobody is logged in."),
    Step(
      .wrong, "bioid/not-recognized", nil, "Somebody else looks into the camera",
      "Not to be recognized is not an error: look at Success, not for an Error."),
    Step(
      .timeout, "bioid/person-never-reacts", nil, "Nobody looks into the camera",
      "Time runs out before the camera; nothing was performed, and nobody is logged in."),
    Step(
      .forged, "bioid/return-without-operation", nil, "The way back is forged",
      "Anybody can open the address of a success: without a result it is worth nothing."),
  ]

  static let videoID = DemoTour(steps: [
    Step(
      .approve, "videoid/walk-in-three-steps", nil, "Anna shows card and face",
      "The page only says that filming is over; the server reads who it was."),
    Step(
      .refuse, "videoid/cancel", nil, "Anna closes the camera",
      "Whoever leaves is not identified, and may try again with a new video."),
    Step(
      .wrong, "videoid/very-low-similarity", nil, "The face is not that of the card",
      "A completed video is not yet a person: read how like the face is, and decide."),
    Step(
      .timeout, "videoid/never-finishes", nil, "Anna walks away",
      "A video that never completes identifies nobody, however long the page stays open."),
    Step(
      .forged, "videoid/wrong-id", nil, "The result is another's",
      "A result counts only for the video that you asked for: compare the identifiers."),
  ])

  static let stepUp = DemoTour(steps: [
    Step(
      .approve, "reuseid/approve", nil, "Anna confirms with her PIN",
      "The app confirms, a verification follows, and the server believes its own status call alone."),
    Step(
      .refuse, "reuseid/reject", nil, "Anna declines",
      "The app cancels the session; the server learns it from the status."),
    Step(
      .wrong, "reuseid/wrong-pin-twice", nil, "Two wrong PINs, then the right one",
      "The app counts the tries, and a third wrong PIN would lock the device: the server hears of the end alone."
    ),
    Step(
      .timeout, "reuseid/session-expired", nil, "The app comes too late",
      "What is not confirmed in time is gone: begin a new step-up."),
    Step(
      .forged, "reuseid/session-replaced", nil, "Another operation takes its place",
      "An answer to another operation says nothing of this one."),
  ])

  static let veridium = DemoTour(steps: [
    Step(
      .approve, "veridium/approve", paced("open", "approve"), "Anna approves the push",
      "The phone answers the server of the hospital's own choice; the page goes on when it says so."),
    Step(
      .refuse, "veridium/reject", paced("open", "reject"), "Anna refuses",
      "A refusal ends the session at once; the server learns it from the status."),
    Step(
      .wrong, "veridium/biometry-does-not-match", nil, "The finger is not hers",
      "Biometrics that do not match end the session: the status says FAILED, and nothing else counts."),
    Step(
      .timeout, "veridium/never-reacts", nil, "Nobody reacts",
      "A push that nobody answers times out, and the server has to notice."),
    Step(
      .forged, "veridium/upn-is-not-the-profile", paced("open", "approve"),
      "The answer names another account",
      "That somebody approved is not enough: compare who it was with whom you asked for."),
  ])

  static let veridiumApp = DemoTour(steps: [
    Step(
      .approve, "veridium/approve", nil, "Anna confirms in the app",
      "The app hands over a token; the server verifies it and asks for the status anyway."),
    Step(
      .refuse, "veridium/cancel-as-status", nil, "Anna cancels",
      "The app says so in its answer: there is no token to believe."),
    Step(
      .wrong, "veridium/biometry-does-not-match", nil, "The finger is not hers",
      "The app gets an error instead of a token, and the server hears nothing good."),
    Step(
      .timeout, "veridium/app-comes-too-late", nil, "The app comes too late",
      "A session that has timed out no longer accepts a confirmation."),
    Step(
      .forged, "veridium/token-bad-signature", nil, "The token is forged", forgedSignature),
  ])
}
