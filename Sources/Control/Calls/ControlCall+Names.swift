import Flow
import HTTP
import ProviderKit

/// Names of the catalog in calls: one that does not exist is refused, for a check of it would hold forever.
extension ControlCall {
  var slugs: [String] { providers.map { type(of: $0).slug } }

  func checkProvider(_ slug: String) throws(ControlProblem) {
    guard slugs.contains(slug) else { throw .noSuchName("provider", slug, among: slugs) }
  }
}
