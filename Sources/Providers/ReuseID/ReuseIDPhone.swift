import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// What an app with the MobileID library shows of an operation.
  func phoneRequest(_ transaction: String, at now: Instant) -> PhoneRequest? {
    guard let operation = settled(transaction, at: now),
      operation.identifier == transaction
    else { return nil }
    let detail = operation.detail
    var request = PhoneRequest(
      app: "MobileID app", party: sandbox.library.world.name(ofClient: operation.client, of: Self.slug),
      heading: detail.purpose.heading)
    request.service = operation.preContext?.title
    request.text = Self.words(operation.preContext?.content ?? detail.pushPayload)
    request.particulars = [("User", detail.externalReference ?? detail.user)]
    if let code = detail.activationCode {
      request.particulars.append(("Activation code", code))
      if detail.phase == .created { request.launch = code }
    }
    if detail.channel == .browser {
      request.comingBack = PhoneReturn(
        link: nil, opens: nil, deed: "The page in the browser goes on by itself.")
    } else {
      request.comingBack = PhoneReturn(
        link: nil, opens: nil, deed: "The app tells the server, and the relying party’s server asks it.")
    }
    request.choices = detail.phase.verbs.flatMap { verb in
      PhoneChoice.of(verb.verb, label: verb.plainWords, role: verb.role)
    }
    if detail.purpose.isActivation, detail.phase.isOpenToApp {
      request.waiting = "A device is activated with the code in the relying party’s app."
    } else if detail.phase.isOpenToVerification {
      request.waiting = "The person is verified now; a real verification may do it instead of this phone."
    }
    return request
  }

  /// A text for people to read; an object is only for the app's library.
  private static func words(_ text: String?) -> String? {
    text.flatMap { (try? JSON(parsing: Array($0.utf8)))?.object == nil ? $0 : nil }
  }

  /// Opens an activation code that was typed or scanned, or the page that waits in the browser.
  func open(_ link: LaunchLink, on person: Person?, at now: Instant) -> PhoneOpening? {
    if let path = link.path(below: Self.slug), path.hasSuffix("/connect/wait") {
      guard let operation = link.query["transaction"].flatMap({ ledger.find($0) }) else {
        return PhoneOpening(.refused("The app does not know this operation."))
      }
      return PhoneOpening(.shown, transaction: operation.identifier)
    }
    guard link.scheme.isEmpty, let operation = ledger.find("code:\(link.text)") else { return nil }
    return PhoneOpening(.shown, transaction: operation.identifier)
  }
}

extension ReuseID.Operation.Purpose {
  /// The app's title for it.
  fileprivate var heading: String {
    switch self {
    case .onboarding: "Activate this device"
    case .stepUp: "Confirm, then verify your identity"
    case .authentication: "Confirm"
    case .registration: "Register this device"
    }
  }
}

extension ReuseID.Phase {
  /// What the person can do, in the order in which it is offered.
  fileprivate var verbs: [ReuseIDVerb] {
    switch self {
    case .created, .started: [.approve, .reject, .wrongPIN, .cancel, .ignore]
    case .authenticated, .verifying: [.verify, .failVerification, .cancelVerification, .ignore]
    case .completed, .failed, .cancelled, .expired, .replaced: []
    }
  }
}
