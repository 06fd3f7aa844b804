import HTTP
import Synchronization
import Testing

@Suite struct `A waiter` {
  /// Counts rings.
  private final class Rings: Sendable {
    let count = Atomic(0)
    func ring() { count.add(1, ordering: .relaxed) }
    var value: Int { count.load(ordering: .relaxed) }
  }

  @Test func `rings once, however often it is woken`() {
    let waiter = Waiter()
    let rings = Rings()
    waiter.onWake { rings.ring() }
    #expect(rings.value == 0 && !waiter.isDone)
    waiter.wake()
    waiter.wake()
    #expect(rings.value == 1 && waiter.isDone)
  }

  @Test func `that was woken before anybody listened rings at once`() {
    let waiter = Waiter()
    let rings = Rings()
    waiter.wake()
    waiter.onWake { rings.ring() }
    #expect(rings.value == 1)
  }

  @Test func `that is cancelled does not ring`() {
    let waiter = Waiter()
    let rings = Rings()
    waiter.onWake { rings.ring() }
    waiter.cancel()
    waiter.wake()
    #expect(rings.value == 0 && waiter.isDone)
  }

  @Test func `rings once when many threads wake it`() async {
    for _ in 0..<100 {
      let waiter = Waiter()
      let rings = Rings()
      await withTaskGroup { group in
        for _ in 0..<4 { group.addTask { _ = waiter.wake() } }
        group.addTask { waiter.onWake { rings.ring() } }
      }
      #expect(rings.value == 1)
    }
  }
}

@Suite struct `A service that says nothing else` {
  private struct Quiet: Service {
    func respond(to request: Request, from peer: Peer) -> Reply { .send(.text("x")) }
  }

  private let peer = Peer(address: "::1", isSecure: false, localPort: 8080)

  @Test func `answers a refused request with the reason`() {
    let response = Quiet().refused(Refusal(414, "a rule"), from: peer)
    #expect(response.status == 414)
    #expect(response.body == Array("a rule\n".utf8))
  }

  @Test func `asks for no certificate`() {
    #expect(!Quiet().wantsClientCertificate(serverName: nil))
  }

  @Test func `sends at once and whole`() {
    guard case .send(_, let transmission) = Quiet().respond(to: Request("GET", "/"), from: peer) else {
      Issue.record("not sent")
      return
    }
    #expect(transmission == Transmission(after: .zero, shape: .whole))
  }
}
