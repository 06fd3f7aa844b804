import Dispatch
import Glibc
import Server
import Synchronization
import Testing

@Suite(.serialized) struct `A signal` {
  @Test func `to stop is counted, so that the second one can force`() {
    let counts = Mutex<[Int]>([])
    let heard = DispatchSemaphore(value: 0)
    let signals = Signals(stop: { count in
      counts.withLock { $0.append(count) }
      heard.signal()
    })
    withExtendedLifetime(signals) {
      for number in [SIGTERM, SIGINT] {
        kill(getpid(), number)
        #expect(heard.wait(timeout: .now() + 5) == .success)
      }
    }
    #expect(counts.withLock { $0 } == [1, 2])
  }

  @Test func `to reload is passed on`() {
    let heard = DispatchSemaphore(value: 0)
    let signals = Signals(stop: { _ in }, reload: { heard.signal() })
    withExtendedLifetime(signals) {
      kill(getpid(), SIGHUP)
      #expect(heard.wait(timeout: .now() + 5) == .success)
    }
  }
}
