package import Flow
package import HTTP

/// What a browser without script does from an address on: one request after the other, with its cookies.
package struct Walk: Sendable {
  package enum Step: Sendable {
    case fetch(WebRequest)
    /// The page asks to wait; `resumed()` continues.
    case pause(Duration)
    case ended
  }

  package enum End: Sendable, Hashable {
    /// At a page that does not lead further by itself.
    case arrived
    /// It was sent outside the campaign's hosts, or to begin another login.
    case leftFor(WebAddress)
    /// The provider sent it back to the relying party, and it was told to stop there.
    case cameBack
    case redirectedForEver
    case failed(FetchError)
    /// Time was up before it ended.
    case stillWaiting
    /// Not a web address.
    case nowhere(String)
  }

  package struct Hop: Sendable, Hashable {
    package let method: String
    package let address: WebAddress
    /// `nil` if no answer came.
    package let status: Int?
  }

  /// More than any honest login has.
  static let redirectLimit = 30
  package static let bodyLimit = 1 << 20

  package private(set) var jar: CookieJar
  package private(set) var hops: [Hop] = []
  package private(set) var end: End?
  /// The last page that was read.
  package private(set) var page = Page()
  /// The longest time that a page asked to wait.
  package private(set) var longestPause: Duration = .zero

  private let territory: Territory
  /// True if it ends where the provider's pages begin.
  private let staysAtRelyingParty: Bool
  /// True if it ends where the provider sends it back.
  private var stopsOnWayBack: Bool
  private var request: WebRequest
  /// The request back to the relying party, if it stopped there.
  private var wayBack: WebRequest?
  private var redirects = 0
  private var pending: WebRequest?

  package init(
    to start: WebAddress, in territory: Territory, jar: CookieJar = CookieJar(),
    staysAtRelyingParty: Bool = false, stopsOnWayBack: Bool = false
  ) {
    (self.territory, self.jar) = (territory, jar)
    (self.staysAtRelyingParty, self.stopsOnWayBack) = (staysAtRelyingParty, stopsOnWayBack)
    request = WebRequest(.get, start)
  }

  /// Where it is, or was going.
  package var address: WebAddress { request.address }

  package mutating func begin(at now: Instant) -> Step { follow(request, at: now) }

  /// Takes the answer to the request of the last step.
  package mutating func take(_ result: Result<FetchedDocument, FetchError>, at now: Instant) -> Step {
    let document: FetchedDocument
    switch result {
    case .success(let answer): document = answer
    case .failure(let error):
      note(status: nil)
      return finish(.failed(error))
    }
    note(status: document.status.code)
    jar.take(document.headers.values("Set-Cookie"), from: request.address, at: now)
    page = PageScanner.page(document.body)
    if let location = document.headers["Location"], (300..<400).contains(document.status.code) {
      return redirect(document.status.code, to: location, at: now)
    }
    if let form = page.ownForm { return submit(form, at: now) }
    if let refresh = document.headers["Refresh"].flatMap(Page.refresh) ?? page.refresh {
      return obey(refresh, at: now)
    }
    return finish(.arrived)
  }

  package mutating func resumed(at now: Instant) -> Step {
    guard let next = pending else { return finish(.arrived) }
    pending = nil
    return follow(next, at: now)
  }

  /// Makes the request it stopped at, with these cookies.
  package mutating func comeBack(with jar: CookieJar, at now: Instant) -> Step {
    guard let wayBack else { return finish(.arrived) }
    (self.jar, end, self.wayBack, stopsOnWayBack) = (jar, nil, nil, false)
    return follow(wayBack, at: now)
  }

  /// The address it stopped at, without parameters; `nil` if it did not stop.
  package var bareWayBack: WebAddress? { wayBack.map { $0.address.bare } }

  package mutating func giveUp() { end = end ?? .stillWaiting }

  // MARK: Going on

  /// 307 and 308 keep the method, 303 never does, 301 and 302 turn POST into GET as browsers do (RFC 9110 §15.4).
  private mutating func redirect(_ status: Int, to location: String, at now: Instant) -> Step {
    guard let address = request.address.resolving(location) else { return finish(.nowhere(location)) }
    let isKept = status == 307 || status == 308 || request.method == .get
    return hurry(isKept ? request.moved(to: address) : WebRequest(.get, address), at: now)
  }

  private mutating func submit(_ form: PageForm, at now: Instant) -> Step {
    guard let address = request.address.resolving(form.action) else { return finish(.nowhere(form.action)) }
    var fields = Form()
    for field in form.fields { fields.append(field.name, field.value) }
    return hurry(
      form.isPost
        ? WebRequest(.post, address, fields) : WebRequest(.get, address.with(query: fields.encoded)),
      at: now)
  }

  private mutating func obey(_ refresh: Page.Refresh, at now: Instant) -> Step {
    let reference = refresh.url ?? request.address.text
    guard let address = request.address.resolving(reference) else { return finish(.nowhere(reference)) }
    let next = WebRequest(.get, address)
    guard refresh.seconds > 0 else { return hurry(next, at: now) }
    pending = next
    longestPause = max(longestPause, .seconds(min(refresh.seconds, 60)))
    return .pause(.seconds(refresh.seconds))
  }

  /// Continues without a pause, up to the redirect limit.
  private mutating func hurry(_ next: WebRequest, at now: Instant) -> Step {
    redirects += 1
    guard redirects <= Self.redirectLimit else { return finish(.redirectedForEver) }
    return follow(next, at: now)
  }

  private mutating func follow(_ next: WebRequest, at now: Instant) -> Step {
    let isToProvider = territory.isProvider(next.address)
    guard territory.contains(next.address), !(staysAtRelyingParty && isToProvider) else {
      return finish(.leftFor(next.address))
    }
    // A silent login may already have come back without a response.
    if stopsOnWayBack, territory.isProvider(request.address), !isToProvider, next.bringsAnswer {
      wayBack = next
      return finish(.cameBack)
    }
    request = next
    var sent = next
    if let cookies = jar.field(for: next.address, at: now) { sent.headers.set("Cookie", cookies) }
    return .fetch(sent)
  }

  private mutating func finish(_ end: End) -> Step {
    self.end = end
    return .ended
  }

  private mutating func note(status: Int?) {
    // A page that reloads itself is noted once.
    let hop = Hop(method: request.method.text, address: request.address, status: status)
    if hops.last != hop { hops.append(hop) }
    if hops.count > 100 { hops.removeFirst() }
  }
}

/// A request of the user agent, without framing and `Host`.
package struct WebRequest: Sendable, Hashable {
  package let method: HTTP.Method
  package let address: WebAddress
  package internal(set) var headers: Headers = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]
  package private(set) var body: [UInt8] = []

  init(_ method: HTTP.Method, _ address: WebAddress) { (self.method, self.address) = (method, address) }

  init(_ method: HTTP.Method, _ address: WebAddress, _ form: Form) {
    self.init(method, address)
    headers.set("Content-Type", "application/x-www-form-urlencoded")
    body = Array(form.encoded.utf8)
  }

  /// True if it carries a provider's response to a login.
  var bringsAnswer: Bool {
    let sent = [address.query ?? "", String(decoding: body, as: UTF8.self)].compactMap {
      try? Form(parsing: $0)
    }
    return ["code", "id_token", "response"].contains { name in sent.contains { $0[name] != nil } }
  }

  /// The same request elsewhere.
  func moved(to address: WebAddress) -> WebRequest {
    var moved = WebRequest(method, address)
    (moved.headers, moved.body) = (headers, body)
    moved.headers.remove("Cookie")
    return moved
  }
}
