import Flow

/// The rules of Swedish BankID (§1.4 to §1.6, §4).
enum BankIDRules {
  static let all: [Rule] =
    [formPost, messageTooLong, personalNumberMalformed, appSwitchIgnored, wrongPlatform, orderLeftOpen]
    .checked(at: CriiptoEndpoint.authorize)
    .with(messageTooLong, personalNumberMalformed, orderLeftOpen, at: CriiptoEndpoint.authorize, .headless)
    + [notOpened].checked(at: CriiptoEndpoint.bankIDPoll, .bankIDComplete, .token)
    + [completedTwice].checked(at: CriiptoEndpoint.bankIDComplete)
    + [unknownOrder].checked(
      at: CriiptoEndpoint.bankIDPoll, .bankIDComplete, .bankIDCancel, .bankIDApp)
    + [
      linkTooOld, redirectEncodedTwice, redirectTwice, redirectMissing, redirectForeign, qrStale, qrForged,
    ].checked(at: CriiptoEndpoint.bankIDApp)

  static let formPost = Rule(
    "criipto.bankid-app-switch-form-post", .error,
    "response_mode form_post and post_message cannot answer an app switch: the app calls completeUrl, not a browser",
    fix: "send response_mode=json or response_mode=query", documentation: CriiptoGuide.swedishBankID)
  static let messageTooLong = Rule(
    "criipto.bankid-message-too-long", .error,
    "The message is longer than BankID shows: 1500 characters after encoding, 40000 with action:sign",
    fix: "shorten the text before it is encoded", documentation: CriiptoGuide.bankID)
  static let personalNumberMalformed = Rule(
    "criipto.bankid-personal-number-malformed", .warning,
    "The personal number of the login hint has not the twelve digits that BankID wants",
    fix: "send sub:YYYYMMDDXXXX with the century", documentation: CriiptoGuide.prefilled)
  static let appSwitchIgnored = Rule(
    "criipto.bankid-app-switch-ignored", .warning,
    "An appswitch hint does nothing in this flow; the answer is a page and not JSON",
    fix: "ask for urn:grn:authn:se:bankid:same-device alone, or leave the hint out",
    documentation: CriiptoGuide.swedishBankID)
  static let wrongPlatform = Rule(
    "criipto.bankid-wrong-platform", .error,
    "The appswitch hint names another platform than the one that asks, so the app will not return as it should",
    fix: "send the platform on which the app runs", documentation: CriiptoGuide.swedishBankID)
  static let orderLeftOpen = Rule(
    "criipto.bankid-order-left-open", .error,
    "An order for this personal number is still open, so another one is refused",
    fix: "call cancelUrl when the person comes back without having finished",
    documentation: CriiptoGuide.swedishBankID)
  static let notOpened = Rule(
    "criipto.bankid-not-opened", .note,
    "Nobody has opened the launch link or scanned the QR code, so nobody has identified",
    fix: "open it as the app on a phone would: POST /_eidolon/phone/open, or the page /phone; "
      + "or let people approve at once by the quirk app_answers",
    documentation: CriiptoGuide.swedishBankID)
  static let completedTwice = Rule(
    "criipto.bankid-completed-twice", .error,
    "completeUrl was called again after it had given its answer",
    fix: "call completeUrl until it answers, then use the code of that answer",
    documentation: CriiptoGuide.swedishBankID)
  static let unknownOrder = Rule(
    "criipto.bankid-order-unknown", .error,
    "No order has this address; it was never given out, or its record has run out",
    fix: "use the addresses of the latest authorize answer without any modification",
    documentation: CriiptoGuide.swedishBankID)
  static let linkTooOld = Rule(
    "criipto.bankid-link-too-old", .error,
    "The app was opened with a launch link whose time was over",
    fix:
      "open the link at once, and ask for a new one about every 25 seconds while the person has not tapped",
    documentation: CriiptoGuide.swedishBankID)
  static let redirectEncodedTwice = Rule(
    "criipto.bankid-redirect-encoded-twice", .error,
    "The redirect of the launch link is percent-encoded twice, so the app opens no address",
    fix: "use the launch link as it is, or set redirect with a function that encodes it once",
    documentation: CriiptoGuide.swedishBankID)
  static let redirectTwice = Rule(
    "criipto.bankid-redirect-twice", .error,
    "The launch link has more than one redirect",
    fix: "replace the redirect instead of appending another one", documentation: CriiptoGuide.swedishBankID)
  static let redirectMissing = Rule(
    "criipto.bankid-redirect-missing", .warning,
    "The launch link has no redirect; BankID wants one, if only the word null",
    fix: "use the launch link as it is", documentation: CriiptoGuide.swedishBankID)
  static let redirectForeign = Rule(
    "criipto.bankid-redirect-foreign", .warning,
    "The launch link returns to an address that belongs to none of the client's callbacks",
    fix: "return to the redirect_uri, the resumeUrl or a page of the client's own",
    documentation: CriiptoGuide.swedishBankID)
  static let qrStale = Rule(
    "criipto.bankid-qr-stale", .error,
    "The QR code that was scanned is older than BankID takes",
    fix: "show the qrCode of each poll answer as soon as it comes, at least once a second",
    documentation: CriiptoGuide.bankID)
  static let qrForged = Rule(
    "criipto.bankid-qr-forged", .error,
    "The server did not give out the QR code that was scanned",
    fix: "show the text of initialQrCode and of each qrCode without any modification",
    documentation: CriiptoGuide.bankID)
}
