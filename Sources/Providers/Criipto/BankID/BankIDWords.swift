import HTTP

/// The texts of BankID's pages, in Swedish and in English.
struct BankIDWords: Sendable {
  private let isSwedish: Bool

  init(_ language: CriiptoLanguage) { isSwedish = language == .sv }

  private func choose(_ swedish: String, _ english: String) -> String { isSwedish ? swedish : english }

  var openApp: String { choose("Öppna BankID-appen", "Open the BankID app") }
  var sameDevice: String { choose("BankID på den här enheten", "BankID on this device") }
  var otherDevice: String { choose("BankID på en annan enhet", "BankID on another device") }
  var whichDevice: String { choose("Var finns ditt BankID?", "Where is your BankID?") }
  var personalNumber: String { choose("Personnummer (ÅÅÅÅMMDDNNNN)", "Personal number (YYYYMMDDNNNN)") }
  var unknownNumber: String { choose("Personnumret är okänt", "The personal number is not known") }
  var proceed: String { choose("Fortsätt", "Continue") }
  var approve: String { choose("Legitimera", "Identify") }
  var approveSignature: String { choose("Skriv under", "Sign") }
  var cancel: String { choose("Avbryt", "Cancel") }
  var switchBack: String { choose("Växla tillbaka till appen", "Switch back to the app by hand") }
  var goBack: String { choose("Tillbaka", "Return") }

  /// The heading of a page in the browser.
  func heading(_ action: String?, at client: HTML) -> HTML {
    switch action {
    case "sign": isSwedish ? "Skriv under hos \(client) med BankID" : "Sign at \(client) with BankID"
    case "confirm", "accept", "approve":
      isSwedish ? "Bekräfta hos \(client) med BankID" : "Confirm at \(client) with BankID"
    default: isSwedish ? "Logga in hos \(client) med BankID" : "Log in to \(client) with BankID"
    }
  }

  /// What the app says that a client wants.
  func request(_ action: String?, of client: HTML) -> HTML {
    if action == "sign" { return isSwedish ? "Skriv under hos \(client)" : "\(client) asks you to sign" }
    return isSwedish ? "Legitimera dig hos \(client)" : "\(client) asks you to identify yourself"
  }

  /// What the person is asked to do, or why the order failed.
  func text(_ hint: BankIDHint, _ flow: BankIDFlow) -> String {
    switch hint {
    case .outstandingTransaction where flow == .qr:
      choose("Skanna QR-koden med BankID-appen", "Scan the QR code with the BankID app")
    case .outstandingTransaction: choose("Starta BankID-appen", "Start the BankID app")
    case .noClient:
      choose("Starta BankID-appen på din andra enhet", "Start the BankID app on your other device")
    case .started: choose("BankID-appen söker efter ditt BankID", "The BankID app looks for your BankID")
    case .userMrtd:
      choose("Läs av ditt pass eller id-kort i appen", "Let the app read your passport or identity card")
    case .userCallConfirm:
      choose("Bekräfta samtalet i BankID-appen", "Confirm the phone call in the BankID app")
    case .userSign:
      choose("Skriv in din säkerhetskod i BankID-appen", "Enter your security code in the BankID app")
    case .userCancel: choose("Åtgärden avbröts", "Action cancelled")
    case .expiredTransaction: choose("BankID-appen svarar inte", "The BankID app is not responding")
    case .certificateErr:
      choose("Ditt BankID är spärrat eller för gammalt", "Your BankID is blocked or too old")
    case .startFailed: choose("BankID-appen startades inte i tid", "The BankID app was not started in time")
    case .cancelled: choose("En annan inloggning påbörjades", "Another login was started")
    case .notSupportedByUserApp: choose("Din BankID-app är för gammal", "Your BankID app is too old")
    case .transactionRiskBlocked: choose("BankID har stoppat åtgärden", "BankID has blocked the action")
    case .userDeclinedCall: choose("Du nekade samtalet", "You declined the call")
    }
  }
}
