package import HTTP
package import ProviderKit

/// A sandbox as its pages see it.
package final class Site: Sendable {
  package let sandbox: Sandbox
  package let providers: Providers
  /// Weak, because the sandboxes own what serves them, and that owns this.
  package weak let sandboxes: Sandboxes?
  package let calls = LoginCalls()
  private let access: ControlAccess

  package init(
    _ sandbox: Sandbox, _ providers: Providers, _ sandboxes: Sandboxes, _ access: ControlAccess
  ) {
    (self.sandbox, self.providers, self.sandboxes, self.access) = (sandbox, providers, sandboxes, access)
  }

  /// The providers' names for people, in the order of the registry.
  package var titles: [(slug: String, title: String)] {
    providers.types.map { ($0.slug, $0.settings(base: "").title) }
  }

  /// True if the address of the call serves the control plane.
  package func isControlled(_ call: Call) -> Bool {
    do throws(ControlAccess.Refusal) {
      try access.admitPort(call)
      return true
    } catch { return false }
  }

  /// The response to a caller that may not see a page: a refusal, or the form that asks for the token.
  ///
  /// - Parameter isEverywhere: true if the page is also shown on addresses that do not serve the control plane.
  package func refusal(of call: Call, isEverywhere: Bool = false) -> Response? {
    do throws(ControlAccess.Refusal) {
      if !isEverywhere { try access.admitPort(call) }
      try ControlAccess.admitHost(call, sandbox.settings.control)
    } catch {
      if case .otherPort = error, call.request.prefersHTML { return elsewhere(call) }
      return .text(error.status, error.detail + "\n")
    }
    guard !ControlToken.isGiven(call.request, sandbox.settings.control) else { return nil }
    return PageAccess.ask(call, for: page(call.request.target))
  }

  /// For browsers that followed a link of a provider's page: where the page is.
  private func elsewhere(_ call: Call) -> Response {
    let url = access.url.map { home in
      home + (call.sandbox.isEmpty ? "" : "/~\(call.sandbox)") + page(call.request.target)
    }
    let link: HTML? = url.map { "<p><a href=\"\($0)\" data-testid=\"control-page\">\($0)</a></p>" }
    return ControlPage(call, isControlled: false).response(
      .notFound, title: "This page is at another address",
      """
      <p>The emulator’s own pages are served on the address of <code class="option">--control</code> only:</p>
      \(link)
      """)
  }

  /// Path and query, below the sandbox.
  private func page(_ target: Target) -> String {
    target.rawPath + (target.rawQuery.map { "?\($0)" } ?? "")
  }
}

extension Endpoint where Owner == Site {
  /// A page for people: on a safe host, and with the token if one is set.
  package static func page(
    _ name: String, _ path: String, isEverywhere: Bool = false,
    _ show: @escaping @Sendable (Site, Call) -> Response
  ) -> Endpoint<Site> {
    Endpoint(named: name, [.get], path) { site, call in
      .answer(Answer(site.refusal(of: call, isEverywhere: isEverywhere) ?? show(site, call)))
    }
  }

  /// Receives the form that asks for the token.
  package static var tokenForm: Endpoint<Site> {
    Endpoint(named: "control token", [.post], "/") { site, call in
      let rules = site.sandbox.settings.control
      do throws(ControlAccess.Refusal) { try ControlAccess.admitHost(call, rules) } catch {
        return .answer(Answer(.text(error.status, error.detail + "\n")))
      }
      return .answer(Answer(PageAccess.answer(call, rules)))
    }
  }
}
