import HTTP

/// What was seen at the end of a login.
package struct Look: Sendable, Hashable {
  /// A page, and how the way to it ended.
  package struct View: Sendable, Hashable {
    package var address = ""
    package var path = ""
    /// `nil` if no answer came.
    package var status: Int?
    package var title = ""
    package var text = ""
    package var cookies: [String] = []
    /// True if the browser was sent to the provider; it did not follow.
    package var asksProvider = false
    package var end = Walk.End.arrived

    package init() {}
  }

  package var page = View()
  /// The profile, or the start address, opened after the login.
  package var profile: View?
  /// The exit status of the command, or of the test that reported.
  package var exit: Int?
  /// What the test reported.
  package var said: Said?
  /// The requests in order.
  package var way: [Walk.Hop] = []

  package enum Said: String, Sendable, Hashable, CaseIterable {
    case accepted, refused, crashed
  }

  package init() {}

  package init(_ walk: Walk, in territory: Territory) {
    page = View(walk, in: territory)
    way = walk.hops
  }
}

extension Look.View {
  package init(_ walk: Walk, in territory: Territory) {
    self.init()
    let last = walk.hops.last
    (address, path) = (walk.address.text, walk.address.path)
    status = last?.status
    (title, text) = (walk.page.title, String(walk.page.text.prefix(2000)))
    cookies = walk.jar.names(at: walk.address)
    end = walk.end ?? .stillWaiting
    if case .leftFor(let address) = end { asksProvider = territory.isProvider(address) }
  }

  /// One line for people.
  package var summary: String {
    let place = status.map { "\($0) at \(path)" } ?? path
    let shown = title.isEmpty ? text : title
    let excerpt = shown.isEmpty ? "" : ": \"\(shown.prefix(120))\(shown.count > 120 ? "…" : "")\""
    switch end {
    case .arrived: return place + excerpt
    case .leftFor(let address):
      return asksProvider
        ? "sent to the provider" : "sent to \(address.origin), which is not a host of the campaign"
    case .cameBack: return "sent back to the relying party"
    case .redirectedForEver: return "redirected for ever, at last to \(path)"
    case .failed(let error): return "\(path): \(error)"
    case .stillWaiting: return "still waiting at \(path)" + excerpt
    case .nowhere(let text): return "sent to \"\(text.prefix(80))\", which is not an address"
    }
  }

  /// True if the relying party broke: 5xx, or its connection.
  var isCrash: Bool {
    if case .failed(let error) = end {
      switch error {
      case .malformedAnswer, .notConnected: return true
      default: return false
      }
    }
    return status.map { $0 >= 500 } ?? false
  }

  /// True if the relying party puts everybody off until later, whoever asks (RFC 6585 §4, RFC 9110 §15.6.4).
  var isBusy: Bool { end == .arrived && (status == 429 || status == 503) }

  /// True if it was not over when time was up.
  var isPending: Bool {
    switch end {
    case .stillWaiting, .failed(.timedOut): true
    default: false
    }
  }
}
