import Control
import Glibc

/// Statistics of this process from `/proc` (proc(5)).
enum OwnProcess {
  /// `nil` if `/proc` cannot be read.
  static var figures: ProcessFigures? {
    guard let stat = try? File.readText("/proc/self/stat"), let boot = bootSeconds else { return nil }
    return figures(stat: stat, bootSeconds: boot, ticks: ticksPerSecond, pageSize: pageSize)
  }

  /// Reads the line of `/proc/self/stat`; the name in its second field may contain spaces and parentheses.
  static func figures(stat: String, bootSeconds: Double, ticks: Double, pageSize: Int) -> ProcessFigures? {
    guard let end = stat.lastIndex(of: ")") else { return nil }
    // The name is the second field; these begin with the third.
    let fields = stat[stat.index(after: end)...].split(whereSeparator: \.isWhitespace)
    let number = { (field: Int) in fields.indices.contains(field - 3) ? Double(fields[field - 3]) : nil }
    guard let user = number(14), let system = number(15), let start = number(22), let virtual = number(23),
      let resident = number(24)
    else { return nil }
    return ProcessFigures(
      processorSeconds: (user + system) / ticks, startSeconds: bootSeconds + start / ticks,
      residentBytes: Int(resident) * pageSize, virtualBytes: Int(virtual),
      openDescriptors: openDescriptors, maximumDescriptors: maximumDescriptors)
  }

  private static var bootSeconds: Double? {
    guard let text = try? File.readText("/proc/stat") else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix("btime ") }
    return line?.split(separator: " ").last.flatMap { Double($0) }
  }

  private static var ticksPerSecond: Double { Double(sysconf(Int32(_SC_CLK_TCK))) }

  private static var pageSize: Int { sysconf(Int32(_SC_PAGESIZE)) }

  private static var openDescriptors: Int {
    guard let folder = unsafe opendir("/proc/self/fd") else { return 0 }
    defer { unsafe closedir(folder) }
    var count = 0
    while unsafe readdir(folder) != nil { count += 1 }
    // Without `.`, `..` and the descriptor that reads the folder.
    return count - 3
  }

  private static var maximumDescriptors: Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
    return Int(clamping: limit.rlim_cur)
  }
}
