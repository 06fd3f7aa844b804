import HTTP

/// The languages of itsme's pages (guide §3.2, `ui_locales`).
enum PageLanguage: String, CaseIterable, Sendable {
  case en, fr, nl, de

  /// The browser's preferred language, otherwise English.
  init(accepting request: Request) {
    let wanted = request.language(of: PageLanguage.allCases.map(\.rawValue))
    self = wanted.flatMap { PageLanguage(rawValue: $0) } ?? .en
  }

  var words: PageWords {
    switch self {
    case .en: .english
    case .fr: .french
    case .nl: .dutch
    case .de: .german
    }
  }

  /// Links to the page in the other languages.
  func menu(_ address: (PageLanguage) -> String) -> HTML {
    let entries = PageLanguage.allCases.map { language -> HTML in
      let code = language.rawValue
      return language == self
        ? "<strong aria-current=\"true\">\(code)</strong>"
        : "<a href=\"\(address(language))\" hreflang=\"\(code)\">\(code)</a>"
    }
    return "<nav class=\"languages\" aria-label=\"language\">\(HTML(entries))</nav>"
  }
}

struct PageWords: Sendable {
  let identify: String
  let phoneNumber: String
  let country: String
  let remember: String
  let send: String
  let enterNumber: String
  let openApp: String
  let malformedNumber: String
  let unknownNumber: String
  let waiting: String
  let tapIcon: String
  let scanCode: String
  let useNumber: String
  let confirmInApp: String
  let cancel: String
  let openInApp: String
  let oops: String
  let wentWrong: String
  let tryAgain: String
  let helpDesk: String
  let expired: String
  let app: AppCardWords

  static let english = PageWords(
    identify: "Identify yourself", phoneNumber: "Mobile phone number", country: "Country",
    remember: "Remember my phone number?", send: "send", enterNumber: "Enter your mobile phone number",
    openApp: "Click ‘send’ and open your itsme® app", malformedNumber: "This is not a phone number.",
    unknownNumber: "This phone number has no itsme® account.", waiting: "Open your itsme® app",
    tapIcon: "In the app, tap the icon shown in orange here, then confirm.",
    scanCode: "Scan the QR code with your itsme® app",
    useNumber: "Use your phone number", confirmInApp: "Confirm in the app.", cancel: "Cancel",
    openInApp: "Open the itsme® app", oops: "Oops!", wentWrong: "Something went wrong.",
    tryAgain: "try again", helpDesk: "Does it happen again? The itsme® help desk is there for you.",
    expired: "Authentication context is not valid anymore", app: .english)

  static let french = PageWords(
    identify: "Identifiez-vous", phoneNumber: "Numéro de GSM", country: "Pays",
    remember: "Retenir mon numéro de GSM ?", send: "envoyer", enterNumber: "Introduisez votre numéro de GSM",
    openApp: "Cliquez sur « envoyer » et ouvrez votre app itsme®",
    malformedNumber: "Ceci n’est pas un numéro de téléphone.",
    unknownNumber: "Ce numéro n’a pas de compte itsme®.", waiting: "Ouvrez votre app itsme®",
    tapIcon: "Touchez dans l’app l’icône qui est orange ici, puis confirmez.",
    scanCode: "Scannez le code QR avec votre app itsme®",
    useNumber: "Utilisez votre numéro de téléphone", confirmInApp: "Confirmez dans l’app.", cancel: "Annuler",
    openInApp: "Ouvrir l’app itsme®", oops: "Oups !", wentWrong: "Un problème est survenu.",
    tryAgain: "réessayer",
    helpDesk: "Le problème persiste ? Le service d’assistance itsme® est là pour vous.",
    expired: "Authentication context is not valid anymore", app: .french)

  static let dutch = PageWords(
    identify: "Identificeer jezelf", phoneNumber: "Gsm-nummer", country: "Land",
    remember: "Mijn gsm-nummer onthouden?", send: "verzenden", enterNumber: "Vul je gsm-nummer in",
    openApp: "Klik op ‘verzenden’ en open je itsme®-app", malformedNumber: "Dit is geen telefoonnummer.",
    unknownNumber: "Dit nummer heeft geen itsme®-account.", waiting: "Open je itsme®-app",
    tapIcon: "Tik in de app op het icoon dat hier oranje is, en bevestig.",
    scanCode: "Scan de QR-code met je itsme®-app",
    useNumber: "Gebruik je telefoonnummer", confirmInApp: "Bevestig in de app.", cancel: "Annuleren",
    openInApp: "De itsme®-app openen", oops: "Oeps!", wentWrong: "Er ging iets mis.",
    tryAgain: "opnieuw proberen", helpDesk: "Gebeurt het opnieuw? De itsme®-helpdesk helpt je verder.",
    expired: "Authentication context is not valid anymore", app: .dutch)

  static let german = PageWords(
    identify: "Identifizieren Sie sich", phoneNumber: "Handynummer", country: "Land",
    remember: "Meine Handynummer merken?", send: "senden", enterNumber: "Geben Sie Ihre Handynummer ein",
    openApp: "Klicken Sie auf „senden“ und öffnen Sie Ihre itsme®-App",
    malformedNumber: "Das ist keine Telefonnummer.",
    unknownNumber: "Diese Nummer hat kein itsme®-Konto.", waiting: "Öffnen Sie Ihre itsme®-App",
    tapIcon: "Tippen Sie in der App auf das Symbol, das hier orange ist, und bestätigen Sie.",
    scanCode: "Scannen Sie den QR-Code mit Ihrer itsme®-App",
    useNumber: "Verwenden Sie Ihre Telefonnummer", confirmInApp: "Bestätigen Sie in der App.",
    cancel: "Abbrechen",
    openInApp: "Die itsme®-App öffnen", oops: "Hoppla!", wentWrong: "Etwas ist schiefgegangen.",
    tryAgain: "noch einmal versuchen",
    helpDesk: "Passiert es wieder? Der itsme®-Helpdesk hilft Ihnen weiter.",
    expired: "Authentication context is not valid anymore", app: .german)
}
