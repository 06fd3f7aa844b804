import Synchronization

/// Heavy work that has proved to be short: the loops do it themselves, one job between two looks at their sockets.
///
/// A signature takes a fraction of a millisecond; handing it to another thread and being told of its end costs two wake-ups
/// and two changes of thread, which is a good part of that. So light requests wait for one job at the most, and a
/// loop that has nothing to do takes the jobs of one that has several.
final class ShortWork: Sendable {
  struct Job: Sendable {
    /// The number of the loop that the connection belongs to.
    let home: Int
    let work: HeavyWork
  }

  /// Jobs of one loop, first come first served.
  private struct Queue {
    private var jobs: [Job] = []
    private var taken = 0

    var count: Int { jobs.count - taken }

    mutating func append(_ job: Job) { jobs.append(job) }

    mutating func popFirst() -> Job? {
      guard taken < jobs.count else { return nil }
      defer {
        taken += 1
        if taken == jobs.count {
          jobs.removeAll(keepingCapacity: jobs.capacity <= 64)
          taken = 0
        } else if taken >= 64, taken * 2 >= jobs.count {
          jobs.removeFirst(taken)
          taken = 0
        }
      }
      return jobs[taken]
    }
  }

  private let mailboxes: [Mailbox]
  private let queues: Mutex<[Queue]>
  /// How many jobs wait, so that a loop without any asks for no lock.
  private let waiting = Atomic<Int>(0)

  /// For loops with these mailboxes, in the order of their numbers.
  init(_ mailboxes: [Mailbox]) {
    self.mailboxes = mailboxes
    queues = Mutex(Array(repeating: Queue(), count: mailboxes.count))
  }

  /// Whether a job waits for somebody.
  var isWaiting: Bool { waiting.load(ordering: .sequentiallyConsistent) > 0 }

  /// Adds a job of a loop, which takes it when it has looked at its sockets; a second one is offered to a loop that rests.
  func submit(_ job: Job) {
    let count = queues.withLock { queues in
      queues[job.home].append(job)
      return queues[job.home].count
    }
    // Before looking who rests: whoever lies down meanwhile looks at this number afterwards.
    waiting.add(1, ordering: .sequentiallyConsistent)
    guard count > 1 else { return }
    for mailbox in mailboxes where mailbox.rouse() { return }
  }

  /// The way back to the loop that a job came from.
  func home(of job: Job) -> Mailbox { mailboxes[job.home] }

  /// The loop's own oldest job, else the oldest of the loop that has the most.
  func take(for loop: Int) -> Job? {
    guard isWaiting else { return nil }
    let job = queues.withLock { queues -> Job? in
      if let job = queues[loop].popFirst() { return job }
      guard let busiest = queues.indices.max(by: { queues[$0].count < queues[$1].count }) else { return nil }
      return queues[busiest].popFirst()
    }
    if job != nil { waiting.subtract(1, ordering: .sequentiallyConsistent) }
    return job
  }
}
