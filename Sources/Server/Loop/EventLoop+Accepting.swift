import CLinux
import Glibc

// From the listeners to connections.

extension EventLoop {
  /// Accepts one connection for each event: if others wait, the next event comes at once, and other loops get their
  /// share.
  mutating func accept(fromTag tag: UInt64) {
    let (index, listeners) = (Int(tag - Acceptor.firstTag), acceptor.listeners)
    guard listeners.indices.contains(index) else { return }
    switch acceptor.accept(from: listeners[index], for: number, keeps: isStopping) {
    case .accepted(let socket): adopt(socket)
    case .gone, .nobody: break
    case .exhausted:
      // Without a pause this would spin until a connection is closed.
      acceptor.pause(number)
      acceptAgain = now + .milliseconds(100)
    }
  }

  mutating func comeBackIfDue() {
    guard let due = acceptAgain, due <= now else { return }
    acceptAgain = nil
    if !isStopping { acceptor.comeBack(number) }
  }

  /// Takes what has arrived before the listeners close.
  mutating func acceptLast(stoppingBy end: Moment) {
    for listener in acceptor.listeners {
      accepting: while true {
        switch acceptor.accept(from: listener, for: number, keeps: true) {
        case .accepted(let socket): adopt(socket)
        case .gone: continue
        case .nobody, .exhausted: break accepting
        }
      }
    }
    acceptor.close(number, stoppingBy: end)
  }
}
