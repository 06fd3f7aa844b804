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
  /// Where visitors log in, and with what: `BankID`.
  let place: DemoPlace
  let eID: String
  /// The key of the person who logs in.
  let person: String
  /// False where the provider's page asks by a code to scan who it is.
  var isKnown = true
  /// `nil` of a flow for single stories, which has no place on the stage.
  var tour: DemoTour?
  /// What a visitor sees, in one sentence.
  let summary: String
  /// True if a story of the provider is about this flow.
  let shows: @Sendable (_ story: String) -> Bool
  let party: any DemoParty

  /// All flows, in the order shown.
  static let all: [DemoFlow] = [
    itsme, itsmeV2, bankIDSameDevice, bankIDOtherDevice, bankIDPage, mitID, mitIDAgain, bioIDWeb, bioIDApp,
    videoID, videoIDTold, stepUp, veridium,
    veridiumApp,
  ]

  /// The flows that stand on the stage.
  static var staged: [DemoFlow] { all.filter { $0.tour != nil } }

  static func staged(at place: DemoPlace) -> [DemoFlow] { staged.filter { $0.place.slug == place.slug } }

  static func named(_ slug: String?) -> DemoFlow? { all.first { $0.slug == slug } }
}

/// The relying party of a flow.
///
/// It knows the provider by HTTP alone, as any relying party does.
protocol DemoParty: Sendable {
  /// The mistakes that it can make on purpose.
  var switches: [DemoSwitch] { get }
  /// Starts a login: sends what the provider needs first, and says where the browser goes.
  func begin(_ visit: DemoVisiting) -> Outcome
  /// The browser comes back to the relying party with parameters.
  func comeBack(_ parameters: Form, _ visit: DemoVisiting) -> Outcome
  /// The visitor looks at the page of a visit that is still under way; by default there is nothing to ask.
  func look(_ visit: DemoVisiting) -> Outcome
  /// The visitor does something on the page of a visit; by default there is nothing to do.
  func act(_ form: Form, _ visit: DemoVisiting) -> Outcome
  /// A message of the provider comes to the relying party's server; by default there is nobody to hear it.
  func hear(_ message: Request, _ listener: DemoListener) -> Outcome
  /// The provider's page to which a visit under way goes where there is no script; by default there is none.
  func capture(_ visit: DemoVisit) -> String?
  /// What the page of a visit shows beside the checks while it is under way.
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
