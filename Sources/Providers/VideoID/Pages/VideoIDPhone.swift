import Flow
import ProviderKit

extension VideoID {
  /// What the SDK asks the person to show.
  func phoneRequest(_ transaction: String, at now: Instant) -> PhoneRequest? {
    guard let run = runs.find(transaction), run.identifier == transaction else { return nil }
    var request = PhoneRequest(
      app: run.detail.product.title, party: sandbox.library.world.name(ofClient: run.client, of: Self.slug),
      heading: "Verify your identity")
    if let document = run.detail.start?.document {
      request.particulars = [("Document", "\(document.countryName) · \(document.name)")]
    }
    request.comingBack = PhoneReturn(
      link: nil, opens: nil, deed: "The SDK tells the app or page that started it.")
    switch run.phase(at: now) {
    case .requested: request.waiting = "The SDK has not been started with the authorization."
    case .offering(let phase):
      request.waiting = "The client has not let the capture of the \(phase.word) begin."
      request.choices = PhoneChoice.of(VideoIDVerb.cancel.verb, role: .refuse)
    case .capturing(let phase):
      request.text = phase.request
      request.choices =
        PhoneChoice.of(phase.verb.verb, role: .approve)
        + PhoneChoice.of(VideoIDVerb.cancel.verb, role: .refuse)
        + PhoneChoice.of(VideoIDVerb.complete.verb, label: "Do all steps")
        + PhoneChoice.of(VideoIDVerb.refuseCamera.verb, label: "Refuse the camera")
        + PhoneChoice.of(VideoIDVerb.fail.verb, label: "The capture fails")
        + PhoneChoice.of(VideoIDVerb.ignore.verb)
    case .expired, .completed, .failed: break
    }
    return request
  }

  /// The capture page opens in the browser; no app handles it.
  func open(_ link: LaunchLink, on person: Person?, at now: Instant) -> PhoneOpening? {
    guard link.path(below: Self.slug) == "/v2/capture" else { return nil }
    return PhoneOpening(.page(path: "/v2/capture?\(link.rawQuery)"))
  }
}
