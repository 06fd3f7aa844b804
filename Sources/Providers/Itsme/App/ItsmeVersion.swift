import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

/// A version of itsme's protocol; this folder has what the person sees and does, for all versions.
protocol ItsmeVersion: OpenIDProvider where Login: AppLogin, RelyingParty: ServiceClient {
  /// Where pages lead, as paths below the provider's address.
  static var paths: PagePaths { get }

  /// The page that finds out who logs in.
  func identifyPage(_ login: Transaction<Login>, for call: Call, problem: PhoneProblem?) -> Response
  /// The labels of the data that the app shows as shared.
  func shared(by login: Transaction<Login>) -> [String]
  /// What the app asks the person to confirm besides the login; nothing by default.
  func confirmed(by login: Transaction<Login>) -> [(name: String, value: String)]
  /// What the app shows of a login that has no page of itsme; `nil` for others, and by default.
  func requestWithoutPage(of login: Transaction<Login>, at now: Instant) -> PhoneRequest?
  /// The effect of scanning a code on a client's own page; `nil` for other links, and by default.
  func scanning(_ link: LaunchLink, on person: Person?, at now: Instant) -> PhoneOpening?
  /// True if the page stays when an unknown number is typed; otherwise a person is made up, unless the sandbox is
  /// strict.
  var keepsPage: Bool { get }
  /// The decision on a login whose person does not have the requested `sub`.
  func mismatch(of login: Transaction<Login>) -> LoginDecision
}

extension ItsmeVersion {
  func requestWithoutPage(of login: Transaction<Login>, at now: Instant) -> PhoneRequest? { nil }

  func scanning(_ link: LaunchLink, on person: Person?, at now: Instant) -> PhoneOpening? { nil }

  func confirmed(by login: Transaction<Login>) -> [(name: String, value: String)] { [] }

  var keepsPage: Bool { sandbox.settings.isStrict }
}

struct PagePaths: Sendable {
  /// The page that waits for the person.
  let waiting: String
  /// Opens the app on a phone.
  let app: String
  /// Begins a login.
  let authorize: String
  /// Opens the app from a login's QR code; `nil` if pages show none.
  var code: String?
  /// The endings of further paths that open the app, or begin a login in a browser, each with the page it stands for.
  var links: [(end: String, page: String)] = []

  /// The page behind a link that opens the app; `nil` for one that does not.
  func page(of path: String) -> String? {
    if path == code { return app }
    return [(app, app), (authorize, authorize), (waiting, authorize)].first { path == $0.0 }?.1
      ?? links.first { path.hasSuffix($0.end) }?.page
  }
}

/// A login that a person approves in the itsme app.
protocol AppLogin: OpenIDLogin {
  /// The client's, overridden by the scenario's.
  var switches: Switches { get }
  /// The provider's address under which it began.
  var home: String { get }
  /// The code of its service.
  var service: String { get }
  /// The phone number in the request, if there is one.
  var phone: PhoneNumber? { get }
  /// The language of the pages.
  var language: PageLanguage { get set }
  /// True if the request came to a phone in a way that opens the app there.
  var opensApp: Bool { get }
  /// True if the person must tap the icon that the page shows in colour.
  var showsIcons: Bool { get }
  /// True if itsme turns the login away for lack of capacity, without asking the person.
  var isOverloaded: Bool { get }
  /// True once it is known who logs in, so that the app has the request.
  var hasReachedPhone: Bool { get set }

  /// False if another person's `sub` is requested (OpenID Connect Core §3.1.2.2).
  func takes(_ person: Person, at client: String) -> Bool
  /// Notes how the request reached the phone.
  mutating func reachedPhone(by way: WayToPhone)
}

extension AppLogin {
  var showsIcons: Bool { true }

  var isOverloaded: Bool { false }

  func takes(_ person: Person, at client: String) -> Bool { true }

  mutating func reachedPhone(by way: WayToPhone) { hasReachedPhone = true }
}

/// How a request finds its person.
enum WayToPhone: String, Sendable {
  /// The QR code of the page was scanned.
  case code = "QR"
  /// The number was typed on the page.
  case number = "MSISDN"
  /// A link opened the app.
  case link = "a2a"
}

/// A relying party whose services are registered one by one.
protocol ServiceClient: OpenIDClient {
  /// The name that the app shows.
  var name: String { get }
  /// By code.
  var services: [String: Service] { get set }
}

/// A service of a relying party in the B2B portal.
struct Service: Sendable {
  var redirectURIs: [String] = []
  /// The canonical names of the agreed claims; `nil` allows all.
  var allowedClaims: Set<String>?
  /// What it may be used for; `nil` in the version without kinds.
  var kind: Kind?

  enum Kind: String, CaseIterable, Sendable {
    case authentication, identification
    case dataSharing = "data_sharing"
    case confirmation
  }
}

extension ServiceClient {
  var redirectURIs: [String] { services.values.flatMap(\.redirectURIs) }

  /// True if a request may name the service.
  func has(_ service: String) -> Bool { isWildcard || services[service] != nil }

  /// The finding's detail for an unknown service.
  func hint(_ service: String) -> String {
    let known = services.keys.sorted()
    let near = nearest(service, in: known).map { "; did you mean \"\($0)\"?" }
    return "\"\(service)\"" + (near ?? "; known are \(known.joined(separator: ", "))")
  }

  /// Makes redirect URIs that are paths of this emulator absolute.
  func atHome(of call: Call) -> Self {
    var client = self
    for (code, service) in services where service.redirectURIs.contains(where: RedirectLocation.isOwnPath) {
      client.services[code]?.redirectURIs = RedirectLocation.atHome(service.redirectURIs, of: call)
    }
    return client
  }
}
