import Glibc
import HTTP
import Server
import Synchronization
import Testing

/// A service that answers nothing of interest and has an outbox.
private struct Sender: Service {
  let mail: Mail

  func respond(to request: Request, from peer: Peer) -> Reply { .send(.text(.ok, "here")) }
  var outbox: (any Outbox)? { mail }
}

/// An outbox that a test fills; what came of each message is kept.
private final class Mail: Outbox {
  private struct State {
    var waiting: [Post] = []
    var results: [Result<FetchedDocument, FetchError>] = []
    var looks = 0
    var ring: (@Sendable () -> Void)?
    var next: Duration?
  }

  private let state = Mutex(State())

  func order(
    _ url: String, headers: Headers = [:], body: String = "", timeout: Duration = .seconds(5),
    isAnnounced: Bool = true
  ) {
    let post = Post(url: url, headers: headers, body: Array(body.utf8), timeout: timeout) {
      [weak self] result in
      self?.state.withLock { $0.results.append(result) }
    }
    let ring = state.withLock { state in
      state.waiting.append(post)
      return state.ring
    }
    if isAnnounced { ring?() }
  }

  func takeDue() -> DuePosts {
    state.withLock { state in
      defer { (state.waiting, state.next) = ([], nil) }
      state.looks += 1
      return DuePosts(state.waiting, next: state.next)
    }
  }

  func onDue(_ ring: @escaping @Sendable () -> Void) { state.withLock { $0.ring = ring } }

  /// At the next look, says that something is due that much later, and looks.
  func promise(_ next: Duration) {
    state.withLock { state in
      state.next = next
      return state.ring
    }?()
  }

  var looks: Int { state.withLock { $0.looks } }

  /// The results once there are so many, at most ten seconds later.
  func results(_ count: Int = 1) -> [Result<FetchedDocument, FetchError>] {
    for _ in 0..<1000 where state.withLock({ $0.results.count < count }) { usleep(10_000) }
    return state.withLock { $0.results }
  }
}

/// What a receiver got.
private final class Receiver: Sendable {
  private let kept = Mutex<[Request]>([])
  var requests: [Request] { kept.withLock { $0 } }

  func service(_ reply: Reply = .send(.text(.ok, "thanks"))) -> Probe {
    Probe { [self] request, _ in
      kept.withLock { $0.append(request) }
      return reply
    }
  }
}

@Suite struct `A delivery on the wire` {
  private let mail = Mail()
  private let receiver = Receiver()

  @Test func `is a POST with its fields and content`() throws {
    try withServer(receiver.service()) { _, port in
      try withServer(Sender(mail: mail)) { _, _ in
        mail.order(
          "http://localhost:\(port)/hook?a=b",
          headers: ["Content-Type": "application/json", "X-Signature": "abc"], body: "{\"a\":1}")
        let document = try #require(mail.results().first).get()
        #expect(document.status == .ok)
        #expect(String(decoding: document.body, as: UTF8.self) == "thanks")
      }
      let request = try #require(receiver.requests.first)
      #expect(request.method == .post)
      #expect(request.target.raw == "/hook?a=b")
      #expect(request.headers["Host"] == "localhost:\(port)")
      #expect(request.headers["Content-Type"] == "application/json")
      #expect(request.headers["X-Signature"] == "abc")
      #expect(request.headers["Content-Length"] == "7")
      #expect(String(decoding: request.body, as: UTF8.self) == "{\"a\":1}")
    }
  }

  @Test func `cannot bring fields that contradict its framing`() throws {
    try withServer(receiver.service()) { _, port in
      try withServer(Sender(mail: mail)) { _, _ in
        mail.order(
          "http://127.0.0.1:\(port)/",
          headers: ["Content-Length": "100", "Transfer-Encoding": "chunked", "Host": "else.test"],
          body: "four")
        _ = mail.results()
      }
      let request = try #require(receiver.requests.first)
      #expect(request.headers.values("Content-Length") == ["4"])
      #expect(request.headers.values("Host") == ["127.0.0.1:\(port)"])
      #expect(!request.headers.contains("Transfer-Encoding"))
    }
  }

  @Test func `goes to one receiver in order`() throws {
    try withServer(receiver.service()) { _, port in
      try withServer(Sender(mail: mail)) { _, _ in
        for number in 1...20 {
          mail.order("http://127.0.0.1:\(port)/", body: "\(number)", isAnnounced: number == 20)
        }
        #expect(mail.results(20).count == 20)
      }
      let bodies = receiver.requests.map { String(decoding: $0.body, as: UTF8.self) }
      #expect(bodies == (1...20).map(String.init))
    }
  }

  @Test func `that waits before the server starts is sent at its start`() throws {
    try withServer(receiver.service()) { _, port in
      mail.order("http://127.0.0.1:\(port)/early")
      try withServer(Sender(mail: mail)) { _, _ in #expect(mail.results().count == 1) }
    }
    #expect(receiver.requests.map(\.target.raw) == ["/early"])
  }

  @Test func `is looked for when it is due, and not all the time before`() throws {
    try withServer(Sender(mail: mail)) { _, _ in
      for _ in 0..<6000 where mail.looks < 1 { usleep(5_000) }
      let (time, _) = timed {
        mail.promise(.milliseconds(300))
        for _ in 0..<6000 where mail.looks < 3 { usleep(5_000) }
      }
      // At the start, at the news, and when the promise was due.
      #expect(mail.looks == 3)
      #expect(time >= .milliseconds(290))
    }
  }

  @Test func `follows no redirect`() throws {
    let service = receiver.service(.send(.redirect(to: "http://127.0.0.1:1/elsewhere")))
    try withServer(service) { _, port in
      try withServer(Sender(mail: mail)) { _, _ in
        mail.order("http://127.0.0.1:\(port)/")
        let document = try #require(mail.results().first).get()
        #expect(document.status == .found)
      }
      #expect(receiver.requests.count == 1)
    }
  }

  @Test func `is given up when its time is up`() throws {
    let service = receiver.service(.send(.text(.ok, "late"), Transmission(after: .seconds(20))))
    try withServer(service) { _, port in
      try withServer(Sender(mail: mail)) { _, _ in
        mail.order("http://127.0.0.1:\(port)/", timeout: .milliseconds(200))
        let result = mail.results().first
        #expect(result == .failure(.timedOut(.milliseconds(200))))
      }
    }
  }

  @Test(arguments: ["http://169.254.169.254/", "http://[fe80::1]/"])
  func `never goes to a link-local address`(url: String) throws {
    try withServer(Sender(mail: mail)) { _, _ in
      mail.order(url)
      guard case .failure(.refusedAddress) = mail.results().first else {
        Issue.record("\(String(describing: mail.results().first))")
        return
      }
    }
  }

  @Test func `waits no more once the server is told to stop`() throws {
    try withServer(receiver.service()) { _, port in
      let server = try Server.start(Sender(mail: mail), on: [])
      server.stop(grace: .zero)
      mail.order("http://127.0.0.1:\(port)/")
      usleep(200_000)
      #expect(receiver.requests.isEmpty)
    }
  }
}
