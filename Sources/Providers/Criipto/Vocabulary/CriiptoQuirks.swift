import Flow
import OpenID

/// The switches of MitID and of no particular eID, each with the question of the contract that it resolves.
enum CriiptoQuirk: String, Quirk {
  case redirectStatus = "redirect_status"
  case redirectQuery = "redirect_uri_query"
  case idTokenMode = "id_token_mode"
  case selectionPage = "selection_page"
  case acrUnknown = "acr_unknown"
  case singleSignOn = "sso"
  case singleSignOnLimit = "sso_rate_limit"
  case parStatus = "par_status"
  case expiresIn = "expires_in"
  case idTokenClaims = "id_token_claims"
  case cancelError = "cancel_error"
  case cpr
  case businessRole = "business_role"
  case authenticator = "mitid_authenticator"
  case appReturn = "mitid_app_return"
  case loginHint = "login_hint"
  case hintedPerson = "hinted_person"
  case crossOrigin = "cors"
  case basicEncoding = "basic_encoding"
  case requiresPAR = "require_par"
  case userinfoStrategy = "userinfo_strategy"
  case scopeStrategy = "scope_strategy"
  case claimNames = "claim_names"
  case evidence

  var term: QuirkTerm {
    switch self {
    case .redirectStatus:
      choice(
        "The status of front-channel redirects: as documented, or as seen live", .observed,
        ["302", "303"])
    case .redirectQuery:
      choice(
        "Whether a redirect_uri is compared exactly, or may add to the query of a registered one, as the vendor's SDK for Express does",
        .assumed, ["exact", "allowed"])
    case .idTokenMode:
      choice(
        "The response mode of id_token where none is sent: of the present documents or the old ones",
        .documented, ["fragment", "query"])
    case .selectionPage:
      choice(
        "When the person chooses the eID on a page: where a human decides, or in every browser", .assumed,
        ["manual", "always"])
    case .acrUnknown:
      choice(
        "What an unknown value of acr_values is: an error page, or nothing beside the known ones",
        .documented, ["refuse", "ignore"])
    case .singleSignOn:
      flag(
        "A browser that has logged in answers again without the eID; the dashboard enables it for a domain",
        .assumed)
    case .singleSignOnLimit:
      flag("More than 2 sign-ons in 5 s or 6 in 20 min are answered with 429", .documented, standard: true)
    case .parStatus:
      choice("The status of a pushed request; SDKs reject 200", .documented, ["201", "200"])
    case .expiresIn: choice("The JSON type of expires_in", .observed, ["string", "number"])
    case .idTokenClaims:
      choice(
        "Whether the token endpoint's id_token says who the person is where userinfo does so too", .assumed,
        ["all", "subject"])
    case .cancelError:
      choice(
        "The error of a cancelled login; an older code is still handled", .observed,
        ["access_denied", "USER_CANCEL"])
    case .cpr:
      choice("The dashboard's CPR setting of MitID", .documented, ["required", "optional", "off"])
    case .businessRole:
      choice(
        "Whom a MitID business login is for: an employee, somebody who signs for the company, or a citizen",
        .documented, ["employee", "signatory", "private"])
    case .authenticator:
      choice("What the person identifies with in MitID", .observed, ["app", "password", "chip"])
    case .appReturn:
      choice(
        "What the MitID app does when the person is done: returns to the link it knows, or leaves the switch to the person",
        .documented, ["automatic", "manual"])
    case .loginHint:
      choice(
        "What becomes of the login_hint on its way: nothing, a broker swallows it, or a script's appswitch:browser takes the place of the app's own",
        .observed, ["as_sent", "swallowed", "browser"])
    case .hintedPerson:
      choice(
        "Who logs in where the request names a person by sub: or uuid: that one, or another, as where a hint only fills in a field",
        .assumed, ["as_hinted", "another"])
    case .crossOrigin:
      choice(
        "Whether scripts of registered origins may read an answer, or none, as when the dashboard lacks the page's origin",
        .documented, ["registered", "refused"])
    case .basicEncoding:
      choice(
        "How Basic credentials may be encoded: in any way that clients use, or form-encoded as documented alone",
        .documented, ["any", "documented"])
    case .requiresPAR:
      flag(
        "Plain authorization requests are refused, whatever the application's flag says", .documented)
    case .userinfoStrategy:
      choice(
        "The dashboard's user info strategy, in the place of the application's own", .documented,
        ["application", "plainJson", "signedJwt", "fromTokenEndpoint"])
    case .scopeStrategy:
      choice(
        "The dashboard's scope strategy, in the place of the application's own", .documented,
        ["application", "static", "dynamic"])
    case .claimNames:
      choice(
        "The dashboard's claim names, in the place of the application's own", .documented,
        ["application", "short", "long"])
    case .evidence:
      flag(
        "evidence and ocspResponse are in every BankID id_token, whatever its scopes", .assumed)
    }
  }
}
