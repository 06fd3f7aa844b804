import Flow
import HTTP
import ProviderKit

extension BioID {
  /// The end of a session: back to a redirect URI that some client registered, else a page.
  func connectLogout(_ call: Call) -> Outcome {
    let query = call.request.submitted
    let clients = (sandbox.library.world.clients[BioID.slug] ?? [:]).values.compactMap { $0 as? BioIDClient }
    if let uri = query?["post_logout_redirect_uri"], RedirectLocation.isSafe(uri),
      clients.contains(where: { $0.redirectURIs.contains(uri) })
    {
      let location = RedirectLocation.with(uri, [("state", query?["state"])])
      return .answer(Answer(.redirect(to: location)))
    }
    let page = BioID.frame.response(
      title: "BioID Connect", language: "en",
      "<h1>BioID Connect</h1><p data-testid=\"logged-out\">You are logged out.</p>")
    return .answer(Answer(page))
  }
}
