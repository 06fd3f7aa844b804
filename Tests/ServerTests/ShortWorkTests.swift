import Foundation
import HTTP
import Synchronization
import Testing

@testable import Server

/// The name of the calling thread: `loop 0`, or one of Dispatch's.
private func threadName() -> String {
  let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
  return name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
}

@Suite struct `Heavy work` {
  private func service(_ spinning: Duration) -> Probe {
    Probe(heavy: { _ in true }) { request, _ in
      spin(for: request.target.path == "/long" ? spinning : .zero)
      return .send(.text(.ok, threadName()))
    }
  }

  @Test func `goes to a worker until it has proved to be short, and is done by the loop then`() throws {
    try withServer(service(.zero), ServerOptions(loops: 1, workers: 1)) { _, port in
      let client = try Client(port: port)
      var names: [String] = []
      for _ in 0..<12 { names.append(try client.get("/short").text) }
      #expect(!names[0].hasPrefix("loop"))
      #expect(names.suffix(6).allSatisfy { $0 == "loop 0" })
    }
  }

  @Test func `stays with the workers when it is long, whatever other work is like`() throws {
    try withServer(service(.milliseconds(40)), ServerOptions(loops: 1, workers: 1)) { _, port in
      let client = try Client(port: port)
      for _ in 0..<12 {
        #expect(try !client.get("/long").text.hasPrefix("loop"))
        _ = try client.get("/short")
      }
      #expect(try client.get("/short").text == "loop 0")
    }
  }

  @Test func `is answered to whoever asked, when many ask at once`() throws {
    let service = Probe(heavy: { _ in true }) { request, _ in .send(.text(.ok, request.target.path)) }
    try withServer(service, ServerOptions(loops: 3, workers: 1)) { _, port in
      let clients = try (0..<12).map { _ in try Client(port: port) }
      for round in 0..<20 {
        for (number, client) in clients.enumerated() {
          try client.send("GET /same HTTP/1.1\r\nHost: \(number)-\(round)\r\n\r\n")
        }
        for client in clients { #expect(try client.answer().text == "/same") }
      }
    }
  }

  @Test func `is taken by a loop with nothing to do from one that has several`() throws {
    let mailboxes = [try Mailbox(), try Mailbox()]
    let work = ShortWork(mailboxes)
    mailboxes[1].rest(true)
    let job = { (home: Int, descriptor: Int32) in
      ShortWork.Job(
        home: home,
        work: HeavyWork(ticket: Ticket(descriptor: descriptor, serial: 1, wait: 1), kind: .unknown) {
          .send(.text("done"))
        })
    }
    work.submit(job(0, 7))
    // One job is the loop's own affair.
    #expect(mailboxes[1].rouse())
    mailboxes[1].rest(true)
    work.submit(job(0, 8))
    #expect(!mailboxes[1].rouse(), "it was roused already")
    #expect(work.isWaiting)
    #expect(work.take(for: 1)?.work.ticket.descriptor == 7)
    #expect(work.take(for: 0)?.work.ticket.descriptor == 8)
    #expect(work.take(for: 0) == nil)
    #expect(!work.isWaiting)
  }

  @Test func `is answered with the next that is done, where one waits`() {
    var done = DoneWork()
    func work(_ number: UInt32, _ nanoseconds: Int64 = 300_000) -> FinishedWork {
      FinishedWork(
        ticket: Ticket(descriptor: 1, serial: number, wait: 1), kind: .unknown, reply: .send(.text("")),
        nanoseconds: nanoseconds)
    }
    func keep(_ work: FinishedWork) -> Bool { done.keep(work) }
    func take(isMoreWaiting: Bool = true, isSending: Bool = false) -> [UInt32] {
      done.take(isMoreWaiting: isMoreWaiting, isSending: isSending).map(\.ticket.serial)
    }
    #expect(keep(work(1)))
    #expect(take() == [])
    #expect(keep(work(2)))
    #expect(take() == [1, 2])
    #expect(done.isEmpty)
    // It waits for one, whosever that is.
    #expect(keep(work(6)))
    #expect(take() == [])
    #expect(take() == [6])
    // Without another one, or where something is sent anyway, it does not wait.
    #expect(keep(work(3)))
    #expect(take(isMoreWaiting: false) == [3])
    #expect(keep(work(4)))
    #expect(take(isSending: true) == [4])
    #expect(!keep(work(5, 600_000)), "what took longer is answered at once")
  }

  @Test func `is answered before what was asked behind it on its connection`() throws {
    let service = Probe(heavy: { $0.target.path != "/light" }) { request, _ in
      .send(.text(.ok, request.target.path))
    }
    try withServer(service, ServerOptions(loops: 1, workers: 1)) { _, port in
      let first = try Client(port: port)
      for _ in 0..<8 { _ = try first.get("/same") }
      for _ in 0..<20 {
        let clients = try (0..<8).map { _ in try Client(port: port) }
        for client in clients {
          try client.send(
            "GET /same HTTP/1.1\r\nHost: test\r\n\r\nGET /light HTTP/1.1\r\nHost: test\r\n\r\n"
              + "GET /same HTTP/1.1\r\nHost: test\r\n\r\n"
              + "GET /light HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
        }
        for client in clients {
          for path in ["/same", "/light", "/same", "/light"] { #expect(try client.answer().text == path) }
          #expect(try client.receive().isEmpty)
        }
      }
    }
  }

  @Test func `that took long on the wall's clock proves once more that it is short`() {
    var efforts = Efforts()
    let kind = Efforts.Kind(Request(.get, "/short"))
    func note(_ nanoseconds: Int64, mayIncludeOthers: Bool = false) {
      efforts.note(
        FinishedWork(
          ticket: Ticket(descriptor: 1, serial: 1, wait: 1), kind: kind, reply: .send(.text("")),
          nanoseconds: nanoseconds, mayIncludeOthers: mayIncludeOthers))
    }
    for _ in 0..<4 { note(300_000) }
    note(300_000, mayIncludeOthers: true)
    #expect(efforts.isShort(kind))
    note(9_000_000, mayIncludeOthers: true)
    #expect(!efforts.isShort(kind))
    note(300_000)
    #expect(efforts.isShort(kind))
    note(9_000_000, mayIncludeOthers: true)
    note(9_000_000)
    // Several were under way when the first proved to be long.
    note(9_000_000, mayIncludeOthers: true)
    for _ in 0..<35 {
      #expect(!efforts.isShort(kind))
      note(300_000)
    }
    note(300_000)
    #expect(efforts.isShort(kind))
  }

  @Test func `is judged by its own path`() {
    var efforts = Efforts()
    let (short, long) = (Efforts.Kind(Request(.get, "/short")), Efforts.Kind(Request(.post, "/long")))
    func note(_ kind: Efforts.Kind, _ nanoseconds: Int64) {
      efforts.note(
        FinishedWork(
          ticket: Ticket(descriptor: 1, serial: 1, wait: 1), kind: kind, reply: .send(.text("")),
          nanoseconds: nanoseconds))
    }
    for _ in 0..<4 {
      #expect(!efforts.isShort(short))
      note(short, 300_000)
      note(long, 9_000_000)
    }
    #expect(efforts.isShort(short))
    #expect(!efforts.isShort(long))
    // Once too long: it has to prove itself for longer.
    note(short, 9_000_000)
    for _ in 0..<35 {
      #expect(!efforts.isShort(short))
      note(short, 300_000)
    }
    note(short, 300_000)
    #expect(efforts.isShort(short))
    for _ in 0..<99 { note(.unknown, 1) }
    #expect(!efforts.isShort(.unknown))
  }
}
