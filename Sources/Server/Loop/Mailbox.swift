import CLinux
import Glibc
import HTTP
import Synchronization

/// The only way into a loop from other threads: messages in a list, and an eventfd that wakes the loop.
final class Mailbox: Sendable {
  enum Message: Sendable {
    case accepted(AcceptedSocket)
    case finished(Ticket, Reply)
    /// The waiter of a held or streamed answer was woken.
    case woken(Ticket)
    /// No new requests; finish what is in flight by then.
    case stop(by: Moment)
  }

  private let messages = Mutex<[Message]>([])
  private let bell: Descriptor

  /// Becomes readable when there are messages.
  var descriptor: Int32 { bell.number }

  init() throws(ServerError) {
    bell = try Descriptor(eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)), from: "eventfd")
  }

  /// Adds a message, and wakes the loop unless an earlier message already has.
  func post(_ message: Message) {
    let isFirst = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    if isFirst { ring() }
  }

  private func ring() {
    var one: UInt64 = 1
    unsafe write(bell.number, &one, 8)
  }

  /// Takes all messages so far; the bell is edge-triggered and need not be read.
  func takeAll() -> [Message] {
    messages.withLock { messages in
      let taken = messages
      messages = []
      return taken
    }
  }
}

/// Names a suspended request from outside its loop; stale once the connection or the wait is over.
struct Ticket: Sendable, Hashable {
  let descriptor: Int32
  /// Distinguishes the connection from earlier ones with the same descriptor.
  let serial: UInt32
  /// Distinguishes the wait from earlier ones of the same connection.
  let wait: UInt32
}
