import Flow
import HTTP
import JSON
import ProviderKit

/// The interface between the core and an eID.
///
/// The core reads the authorization request, opens the transaction and answers the client; an eID serves its own pages
/// and calls in between. They share nothing but the transaction:
///
///     core    start        the eID makes its state, or refuses                 → `MethodState` in `CriiptoLogin.method`
///     core    answer       the eID answers the client                          → its JSON, its page, or `criipto.finish`
///     eID     (its own endpoints: cancel, complete, poll, pages)
///     eID     finish       "authenticated" and "failed" become the client's answer, in its response mode
///
/// An eID keeps nothing but its `MethodState`; it changes that through `criipto.logins.update`. The phase of a login is a pure
/// function of that, of the timeline and of the clock (`CriiptoLoginPhase.swift`).
protocol EIDMethod: Sendable {
  /// How long the eID waits for the person.
  static func patience(_ switches: CriiptoSwitches) -> Duration

  /// Makes the state with which a login begins.
  ///
  /// - Throws: the answer to the authorize call if the eID refuses it; no transaction is opened then.
  static func start(_ start: MethodStart, at criipto: Criipto) throws(MethodRefusal) -> MethodState

  /// Rules that a request breaks without being refused.
  static func advice(_ start: MethodStart) -> [Finding]

  /// Findings about a login that waits, or has failed, because the tester has to do something.
  static func advice(on login: Transaction<CriiptoLogin>, _ call: Call, at criipto: Criipto) -> [Finding]

  /// Answers the authorize call, or the form of the page that led here.
  ///
  /// Most eIDs end with `criipto.proceedOnPage`, which finishes a decided login; otherwise it shows the page to a browser,
  /// and lets other clients wait.
  static func answer(
    _ login: Transaction<CriiptoLogin>, _ call: Call, at criipto: Criipto
  ) -> Outcome

  /// The claims that are particular to the eID, under short names (§2.5): `authenticationmethod`, the person's attributes,
  /// and those of the scopes in force.
  static func claims(of login: Transaction<CriiptoLogin>, authenticated: Instant, at criipto: Criipto)
    -> JSONObject

  /// The long names of claims that only this eID has (§2.5).
  static var longNames: [String: String] { get }

  /// The data for a client without a browser; `nil` for an eID that needs a browser.
  static func headlessData(of login: Transaction<CriiptoLogin>, at now: Instant, _ criipto: Criipto)
    -> HeadlessData?

  /// When the id_token of an authenticated login expires.
  static func expiry(of login: Transaction<CriiptoLogin>, authenticated: Instant, issued: Instant) -> Instant
}

extension EIDMethod {
  static func advice(_ start: MethodStart) -> [Finding] { [] }

  static func advice(on login: Transaction<CriiptoLogin>, _ call: Call, at criipto: Criipto) -> [Finding] {
    []
  }

  static func headlessData(of login: Transaction<CriiptoLogin>, at now: Instant, _ criipto: Criipto)
    -> HeadlessData?
  {
    nil
  }
}

/// The eID of a login, with its state.
enum MethodState: Sendable {
  /// The person has not chosen an eID.
  case undecided
  case bankID(BankIDOrder)
  case mitID(MitIDSession)
  case mock(MockIdentity)

}

extension MethodState {
  var isBankID: Bool { if case .bankID = self { true } else { false } }

  /// What the person does if neither a story nor a human decides.
  var usualScript: PhoneScript {
    if case .bankID(let order) = self, order.isApprovedWhenOpened { .steps([]) } else { Criipto.approval }
  }

  /// The handles of a login, besides its identifier.
  var handles: [String] {
    if case .bankID(let order) = self { order.handles } else { [] }
  }
}

/// What an eID knows when a login begins.
struct MethodStart: Sendable {
  let requested: RequestedEID
  let request: CriiptoRequest
  /// The number of the transaction, from which its identifiers derive.
  let ordinal: Int
  /// The transaction's identifier, for the eID's URLs.
  let identifier: String
  let now: Instant
  /// True if it is known who logs in, so that no page has to ask.
  let isIdentified: Bool
  let caller: MethodCaller
  /// True if neither a story nor a human decides what the person does.
  var isUnscripted = false
  /// True if the request names a person unknown to the eID.
  var namesUnknownPerson = false
  /// True if there is no browser (§1.7, headless grant).
  var isHeadless = false

  var switches: CriiptoSwitches { request.switches }
}

/// The sender of an authorization request.
struct MethodCaller: Sendable {
  /// The IP address.
  let address: String
  /// The mobile system in the User-Agent; `nil` for others.
  let platform: LoginHint.AppSwitch?
  /// True for the iframe of another site, if the browser says so (Fetch Metadata §2).
  let isForeignFrame: Bool

  init(_ call: Call) {
    let headers = call.request.headers
    isForeignFrame =
      headers["Sec-Fetch-Dest"] == "iframe" && headers["Sec-Fetch-Site"].map { $0 != "same-origin" } == true
    address = call.peer.address
    platform = LoginHint.AppSwitch(call.request)
  }
}

/// What a client without a browser shows to the person (§1.7, headless grant).
struct HeadlessData: Sendable {
  /// The current text of the QR code.
  let qrData: String
  /// For launch links.
  let autoStartToken: String
  /// The eID's word for the state of the login.
  let hintCode: String
  /// The `error_description` of the token endpoint while the login is pending.
  var description = "awaiting first user interaction"
}

/// An eID's refusal of an authorize call, before a login begins.
struct MethodRefusal: Error, Sendable {
  let response: Response
  let findings: [Finding]
}
