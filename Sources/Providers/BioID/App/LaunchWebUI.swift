import OpenID
import Flow
import HTTP
import ProviderKit

extension BioID {
  /// The web user interface, under both its addresses (§1.8); it refuses with plain text and never redirects an error.
  func webUI(_ call: OwnedCall<BWSOperation>) -> Outcome {
    do throws(BioIDLaunchRefusal) {
      let request = try WebUILaunch(call.request)
      guard let transaction = call.transaction else {
        throw BioIDLaunchRefusal("The token is not valid.", unknown(request.token, switches(of: nil)).finding)
      }
      if call.request.method == .post { return .answer(act(request.query, on: transaction, call.call)) }
      let patience = transaction.detail.switches[.activity]
      let session = BioIDAppSession(
        kind: .webUI, returnURL: request.returnURL, state: request.query["state"],
        skipsIntroduction: request.query["skipintro"]?.lowercased() == "true",
        begun: call.now, deadline: min(transaction.detail.expires, call.now + patience))
      let late = launch(session, transaction, at: call.now)
      let problem = stateProblem(request.query["state"], transaction.detail)
      return proceed(transaction.identifier, call.call, [late, problem].compactMap { $0 })
    } catch {
      if let transaction = call.transaction { operations.note([error.finding], on: transaction.identifier) }
      return .answer(Answer(.text(.badRequest, error.text + "\n"), findings: [error.finding]))
    }
  }
}

/// A launch of the web user interface, or a form posted from its page (§1.8).
struct WebUILaunch {
  let query: Form
  let token: String
  /// An absolute URL, never the bare name of an app; empty if a posted form lacks it.
  let returnURL: String

  init(_ request: Request) throws(BioIDLaunchRefusal) {
    guard let query = request.submitted, let token = query["access_token"], !token.isEmpty else {
      throw BioIDLaunchRefusal("The access token is missing.", Finding(BioIDAppRules.tokenMissing))
    }
    let isPost = request.method == .post
    guard let url = query["return_url"] ?? (isPost ? "" : nil) else {
      throw BioIDLaunchRefusal("The return URL is missing.", Finding(BioIDAppRules.returnMissing))
    }
    guard isPost || url.contains("://") && BioIDAppReturn.address(url) != nil else {
      throw BioIDLaunchRefusal("The return URL is not valid.", Finding(BioIDAppRules.returnInvalid, url))
    }
    (self.query, self.token, returnURL) = (query, token, url)
  }
}
