import Flow
import HTTP
import JSON
import ProviderKit

/// The seam between the core and an eID.
///
/// The core reads the authorization request, opens the transaction and answers the client; an eID says where the person
/// stands, and shows its own pages or answers in between. Both meet in the transaction alone:
///
///     core    start        the eID makes its state, or refuses                 → `MethodState` in `CriiptoLogin.method`
///     core    answer       the eID answers the client                          → its JSON, its page, or `criipto.finish`
///     eID     (its own endpoints: cancel, complete, poll, pages)
///     eID     phase        a pure function of timeline and clock               ← the core asks before each answer
///     eID     finish       "authenticated" and "failed" become the client's answer, in its response mode
///
/// An eID keeps nothing but its `MethodState`; it changes that through `criipto.logins.update`.
protocol EIDMethod: Sendable {
  /// How long the eID waits for the person.
  static func patience(_ switches: CriiptoSwitches) -> Duration

  /// The state with which a login begins.
  ///
  /// - Throws: what the authorize call is answered instead; no transaction is opened then.
  static func start(_ start: MethodStart, at criipto: Criipto) throws(MethodRefusal) -> MethodState

  /// What is unwise about the request, though a login begins.
  static func advice(_ start: MethodStart) -> [Finding]

  /// Where the login stands.
  ///
  /// Called often; asks nothing but the transaction and the moment.
  static func phase(of login: Transaction<CriiptoLogin>, at now: Instant) -> CriiptoLogin.Phase

  /// Where an undecided login stands, in a word for people and the control plane: `waiting`, `started`.
  static func pendingState(of login: Transaction<CriiptoLogin>, at now: Instant) -> String

  /// Answers the authorize call, or the page that the person came from.
  ///
  /// Most eIDs end with `criipto.proceedOnPage`, which finishes what is decided, shows the page to a browser and lets anybody
  /// else wait.
  static func answer(
    _ login: Transaction<CriiptoLogin>, _ call: Call, at criipto: Criipto
  ) -> Outcome

  /// What the tokens say of the person, under short names, beside the members that all eIDs share (§2.5):
  /// `authenticationmethod`, the person's attributes, and what belongs to the scopes that count.
  static func claims(of login: Transaction<CriiptoLogin>, authenticated: Instant, at criipto: Criipto)
    -> JSONObject

  /// The long names of claims that only this eID has (§2.5).
  static var longNames: [String: String] { get }

  /// What a client without a browser shows to the person; `nil` for an eID that needs a browser.
  static func headlessData(of login: Transaction<CriiptoLogin>, at now: Instant, _ criipto: Criipto)
    -> HeadlessData?

  /// When the id_token of an authenticated login expires.
  static func expiry(of login: Transaction<CriiptoLogin>, authenticated: Instant, issued: Instant) -> Instant
}

extension EIDMethod {
  static func advice(_ start: MethodStart) -> [Finding] { [] }

  static func headlessData(of login: Transaction<CriiptoLogin>, at now: Instant, _ criipto: Criipto)
    -> HeadlessData?
  {
    nil
  }
}

/// The state of the eID that a login uses.
enum MethodState: Sendable {
  /// The person has not chosen an eID.
  case undecided
  case bankID(BankIDOrder)
  case mitID(MitIDSession)
  case mock(MockIdentity)

  /// The eID, `nil` while none is chosen.
  var method: (any EIDMethod.Type)? {
    switch self {
    case .undecided: nil
    case .bankID: BankID.self
    case .mitID: MitID.self
    case .mock: MockMethod.self
    }
  }
}

extension MethodState {
  var isBankID: Bool { if case .bankID = self { true } else { false } }

  /// What a login is found by beside its identifier.
  var handles: [String] {
    if case .bankID(let order) = self { BankID.handles(order) } else { [] }
  }
}

extension EID {
  /// The eID's side of the seam.
  var method: any EIDMethod.Type {
    switch self {
    case .bankID: BankID.self
    case .mitID: MitID.self
    case .mock: MockMethod.self
    }
  }
}

/// What an eID knows when a login begins.
struct MethodStart: Sendable {
  /// Which eID, in which flow or level.
  let requested: RequestedEID
  /// The authorization request.
  let request: CriiptoRequest
  /// The number of the transaction, from which its identifiers derive.
  let ordinal: Int
  /// The transaction's identifier, which stands in the URLs of the eID.
  let identifier: String
  /// When it begins.
  let now: Instant
  /// It is known who logs in, so no page has to ask.
  let isIdentified: Bool
  /// Who sent the request.
  let caller: MethodCaller
  /// It begins without a browser (§1.7, headless grant).
  var isHeadless = false

  /// The client's switches with the scenario's over them.
  var switches: CriiptoSwitches { request.switches }
}

/// Who sent an authorization request, as far as an eID wants to know.
struct MethodCaller: Sendable {
  /// The address of the peer.
  let address: String
  /// The system that the caller says it runs on.
  let platform: LoginHint.AppSwitch?

  init(_ call: Call) {
    address = call.peer.address
    platform = LoginHint.AppSwitch(call.request)
  }
}

/// What a client without a browser shows to the person (§1.7, headless grant).
struct HeadlessData: Sendable {
  /// What the QR code holds now.
  let qrData: String
  /// Opens the app on the same device.
  let autoStartToken: String
  /// The eID's word for where it stands.
  let hintCode: String
  /// The text for people, as the token endpoint gives it.
  var description = "awaiting first user interaction"
}

/// An authorize call that an eID refuses before a login begins.
struct MethodRefusal: Error, Sendable {
  /// The answer.
  let response: Response
  /// The rule that was broken, and what was seen.
  let findings: [Finding]
}
