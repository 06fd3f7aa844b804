import Frame
import HTTP
import ProviderKit

/// A flow that the demonstration shows: a relying party of one provider.
struct DemoFlow: Sendable {
  let slug: String
  let title: String
  /// The provider's slug.
  let provider: String
  /// The relying party's id at the provider, for which scenarios are queued.
  let client: String
  /// Where visitors log in, and what it is: `BankID`.
  let place: DemoPlace
  let eID: String
  /// The key of the person who logs in.
  let person: String
  /// False where the provider's page finds out who it is, by a code to scan.
  var isKnown = true
  /// `nil` for a flow that only shows single stories, and has no place on the stage.
  var tour: DemoTour?
  /// What a visitor sees, in one sentence.
  let summary: String
  /// True if a story of the provider is about this flow.
  let shows: @Sendable (_ story: String) -> Bool
  let party: any DemoParty

  /// All flows, in the order shown.
  static let all: [DemoFlow] = [
    itsme, itsmeV2, bankIDSameDevice, bankIDOtherDevice, bankIDPage, mitID, mitIDAgain,
    mitIDEncrypted, bioIDWeb, bioIDApp, videoID, videoIDTold, stepUp, veridium, veridiumApp,
  ]

  /// The flows shown on the stage.
  static var staged: [DemoFlow] { all.filter { $0.tour != nil } }

  static func staged(at place: DemoPlace) -> [DemoFlow] { staged.filter { $0.place.slug == place.slug } }

  static func named(_ slug: String?) -> DemoFlow? { all.first { $0.slug == slug } }
}

/// The relying party of a flow.
///
/// It knows the provider by HTTP alone, like any relying party.
protocol DemoParty: Sendable {
  /// The mistakes it can make on purpose.
  var switches: [DemoSwitch] { get }
  /// Starts a login: sends what the provider needs first, and says where the browser goes.
  func begin(_ visit: DemoVisiting) -> Outcome
  /// The browser comes back to the relying party with parameters.
  func comeBack(_ parameters: Form, _ visit: DemoVisiting) -> Outcome
  /// The visitor opens the page of a visit in progress; nothing to ask by default.
  func look(_ visit: DemoVisiting) -> Outcome
  /// The visitor acts on the page of a visit; does nothing by default.
  func act(_ form: Form, _ visit: DemoVisiting) -> Outcome
  /// A message of the provider reaches the relying party's server; not accepted by default.
  func hear(_ message: Request, _ listener: DemoListener) -> Outcome
  /// The provider's page that a browser without script goes to during the visit; none by default.
  func capture(_ visit: DemoVisit) -> String?
  /// What the page of a visit shows beside the checks while it is in progress.
  func stage(_ visit: DemoVisit, _ frame: ControlPage) -> HTML
}

extension DemoParty {
  func comeBack(_ parameters: Form, _ visit: DemoVisiting) -> Outcome { visit.show() }
  func look(_ visit: DemoVisiting) -> Outcome { visit.show() }
  func act(_ form: Form, _ visit: DemoVisiting) -> Outcome { visit.show() }
  func hear(_ message: Request, _ listener: DemoListener) -> Outcome { listener.answer(.notFound) }
  func capture(_ visit: DemoVisit) -> String? { nil }
  func stage(_ visit: DemoVisit, _ frame: ControlPage) -> HTML { "" }
}
