import Glibc

/// Runs a test of a relying party in a shell.
enum JudgedCommand {
  struct Outcome: Equatable {
    /// Its exit status; 128 plus the signal's number if a signal ended it, as in shells.
    let exit: Int
    /// The end of what it wrote.
    let output: String
  }

  private static let outputLimit = 500

  /// Kills the whole process group when time is up.
  static func run(_ command: String, _ variables: [String: String], atMost limit: Duration) -> Outcome {
    for (name, value) in variables { unsafe setenv(name, value, 1) }
    var pipes: [Int32] = [-1, -1]
    guard unsafe pipe(&pipes) == 0 else { return Outcome(exit: 127, output: "no pipe") }
    guard let process = spawn(command, writing: pipes) else {
      for end in pipes { close(end) }
      return Outcome(exit: 127, output: "the shell cannot be started")
    }
    close(pipes[1])
    let output = read(pipes[0], from: process, atMost: limit)
    close(pipes[0])
    var status: Int32 = 0
    unsafe waitpid(process, &status, 0)
    let signal = status & 0x7F
    return Outcome(
      exit: Int(signal == 0 ? (status >> 8) & 0xFF : 128 + signal), output: String(output.suffix(outputLimit))
    )
  }

  private static func spawn(_ command: String, writing pipes: [Int32]) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, pipes[1], STDERR_FILENO)
    for end in pipes { unsafe posix_spawn_file_actions_addclose(&actions, end) }
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let words: [UnsafeMutablePointer<CChar>?] = unsafe [
      strdup("/bin/sh"), strdup("-c"), strdup(command), nil,
    ]
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let result = unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environ)
    return result == 0 ? process : nil
  }

  private static func read(_ descriptor: Int32, from process: pid_t, atMost limit: Duration) -> String {
    var output: [UInt8] = []
    let clock = ContinuousClock()
    let end = clock.now + limit
    var isKilled = false
    while true {
      let left = clock.now.duration(to: end)
      if left <= .zero, !isKilled {
        kill(-process, SIGKILL)
        isKilled = true
      }
      var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let wait = isKilled ? 1000 : Int32(clamping: left.components.seconds * 1000 + 100)
      guard unsafe poll(&poller, 1, wait) > 0 else {
        if isKilled { break }
        continue
      }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { break }
      output = Array((output + bytes.prefix(count)).suffix(16 * 1024))
    }
    return String(decoding: output, as: UTF8.self) + (isKilled ? "\nended after \(limit)" : "")
  }
}
