import Flow

/// The rules of MitID (§1.4, §3).
enum MitIDRules {
  static let all: [Rule] = [
    returnNotHTTPS, messageLong, personalNumberMalformed, companyMalformed, targetWeb, platformMissing,
    framed,
  ]

  static let returnNotHTTPS = Rule(
    "criipto.mitid-return-not-https", .warning,
    "The link to return to is not https, so the MitID app does not return by itself",
    fix: "use a universal link or app link as resumeUrl or redirect_uri",
    documentation: CriiptoGuide.androidNotes)
  static let messageLong = Rule(
    "criipto.mitid-message-long", .error,
    "The message is longer than the 130 characters that MitID shows",
    fix: "shorten the text to 130 characters before it is encoded",
    documentation: CriiptoGuide.mitID)
  static let personalNumberMalformed = Rule(
    "criipto.mitid-personal-number-malformed", .warning,
    "The personal number of the login hint has not the ten digits of a CPR number",
    fix: "send sub:DDMMYYXXXX, or leave the token out",
    documentation: CriiptoGuide.prefilled)
  static let companyMalformed = Rule(
    "criipto.mitid-vatid-malformed", .error,
    "The vatid is not DK and eight digits",
    fix: "send vatid:DK followed by the CVR number",
    documentation: CriiptoGuide.mitID)
  static let targetWeb = Rule(
    "criipto.mitid-target-web", .note,
    "target:web no longer does anything: MitID always shows the button for its app",
    fix: "leave the token out",
    documentation: CriiptoGuide.webApps)
  static let platformMissing = Rule(
    "criipto.mitid-resume-without-platform", .warning,
    "A resumeUrl is given without the platform of the app",
    fix: "send appswitch:ios or appswitch:android beside appswitch:resumeUrl:",
    documentation: CriiptoGuide.danishMitID)
  static let framed = Rule(
    "criipto.mitid-framed", .error,
    "The login is in an iframe of another site, where browsers show nothing of MitID's page",
    fix: "open a MitID login in the whole window or in a popup",
    documentation: CriiptoGuide.mitID)
}
