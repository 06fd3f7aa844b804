import HTTP

/// The languages of the pages (§1.2, `ui_locales`).
enum CriiptoLanguage: String, Sendable, CaseIterable {
  case en, da, sv

  /// The first supported language of `ui_locales`, also from tags such as `sv-SE`.
  init?(_ locales: [String], among offered: [CriiptoLanguage] = allCases) {
    for locale in locales {
      let tag = locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
      if let language = CriiptoLanguage(rawValue: tag), offered.contains(language) {
        self = language
        return
      }
    }
    return nil
  }

  /// The browser's preferred language, otherwise English.
  init(accepting request: Request, among offered: [CriiptoLanguage] = allCases) {
    guard request.headers.contains("Accept-Language") else {
      self = .en
      return
    }
    self =
      request.language(of: offered.map(\.rawValue)).flatMap { CriiptoLanguage(rawValue: $0) }
      ?? .en
  }

  var words: CriiptoWords {
    switch self {
    case .en: .english
    case .da: .danish
    case .sv: .swedish
    }
  }

  /// The heading of the selection page.
  func login(at client: HTML) -> HTML {
    switch self {
    case .en: "Log in to \(client)"
    case .da: "Log på \(client)"
    case .sv: "Logga in hos \(client)"
    }
  }

  /// What MitID asks the person to do, and for whom.
  func mitIDHeading(_ action: String?, at client: String) -> String {
    switch (self, action) {
    case (.en, "confirm"): "Confirm at \(client)"
    case (.en, "accept"): "Accept at \(client)"
    case (.en, "approve"): "Approve at \(client)"
    case (.en, "sign"): "Sign at \(client)"
    case (.en, _): "Log on at \(client)"
    case (.da, "confirm"): "Bekræft hos \(client)"
    case (.da, "accept"): "Acceptér hos \(client)"
    case (.da, "approve"): "Godkend hos \(client)"
    case (.da, "sign"): "Underskriv hos \(client)"
    case (.da, _): "Log på hos \(client)"
    case (.sv, "confirm"): "Bekräfta hos \(client)"
    case (.sv, "accept"): "Acceptera hos \(client)"
    case (.sv, "approve"): "Godkänn hos \(client)"
    case (.sv, "sign"): "Skriv under hos \(client)"
    case (.sv, _): "Logga in hos \(client)"
    }
  }
}

struct CriiptoWords: Sendable {
  let choose: String
  let error: String
  let expired: String
  let loggedOut: String
  let cancel: String
  let userIdentifier: String
  let unknownUser: String
  let proceed: String
  let openApp: String
  let confirmInApp: String
  let approve: String
  let approveWithoutNumber: String
  let reject: String
  let done: String
  let goBack: String

  static let english = CriiptoWords(
    choose: "Choose how to log in", error: "Something went wrong", expired: "This login has ended",
    loggedOut: "You are logged out", cancel: "Cancel", userIdentifier: "User ID",
    unknownUser: "Unknown user ID", proceed: "Continue",
    openApp: "Open the MitID app", confirmInApp: "Open the MitID app and approve",
    approve: "Approve", approveWithoutNumber: "Approve without CPR number", reject: "Reject", done: "Done",
    goBack: "Go back to the browser in which you began.")
  static let danish = CriiptoWords(
    choose: "Vælg, hvordan du logger på", error: "Noget gik galt", expired: "Dette login er udløbet",
    loggedOut: "Du er logget af", cancel: "Afbryd", userIdentifier: "Bruger-ID",
    unknownUser: "Ukendt bruger-ID", proceed: "Fortsæt",
    openApp: "Åbn MitID app", confirmInApp: "Åbn MitID app og godkend", approve: "Godkend",
    approveWithoutNumber: "Godkend uden CPR-nummer", reject: "Afvis", done: "Færdig",
    goBack: "Gå tilbage til den browser, hvor du begyndte.")
  static let swedish = CriiptoWords(
    choose: "Välj hur du loggar in", error: "Något gick fel", expired: "Inloggningen har avslutats",
    loggedOut: "Du är utloggad", cancel: "Avbryt", userIdentifier: "Användar-id",
    unknownUser: "Okänt användar-id", proceed: "Fortsätt",
    openApp: "Öppna MitID-appen", confirmInApp: "Öppna MitID-appen och godkänn", approve: "Godkänn",
    approveWithoutNumber: "Godkänn utan CPR-nummer", reject: "Neka", done: "Klart",
    goBack: "Gå tillbaka till webbläsaren där du började.")
}

/// The languages of a login's pages: each eID has its own (§1.2, `ui_locales`).
struct CriiptoLanguages: Sendable {
  let selection: CriiptoLanguage
  let bankID: CriiptoLanguage
  let mitID: CriiptoLanguage

  /// Languages that an eID does not have are passed over, those of the browser come last.
  init(_ locales: [String], accepting request: Request) {
    func choose(among offered: [CriiptoLanguage]) -> CriiptoLanguage {
      CriiptoLanguage(locales, among: offered) ?? CriiptoLanguage(accepting: request, among: offered)
    }
    selection = choose(among: CriiptoLanguage.allCases)
    bankID = choose(among: [.en, .sv])
    mitID = choose(among: [.en, .da])
  }
}
