import Flow
import Glibc

/// A folder of scenarios on disk.
///
/// Hidden files are left out, and links to files and folders are followed (Kubernetes volumes consist of them). Of
/// files that are not JSON only the names are read, so that the loader can say what to do with them.
struct ScenarioFolder: Sendable {
  /// As the user wrote it, without a trailing slash; messages show files below it.
  let path: String

  /// In bytes: a world of several thousand people fits.
  static let fileLimit = 1 << 20
  /// Far more files than anyone writes, few enough that a wrong folder such as `/` is noticed at once.
  static let countLimit = 2_000
  /// Stories are one level deep; the limit is for links that lead in circles.
  private static let depthLimit = 4

  /// - Parameter path: absolute, or relative to the working directory.
  init(_ path: String) {
    var path = path[...]
    while path.count > 1, path.last == "/" { path = path.dropLast() }
    self.path = String(path)
  }

  /// The files, with a problem for every file and folder that cannot be read, or is too large.
  func layer() -> ScenarioLayer {
    var problems: [FileProblem] = []
    let files = entries(noting: &problems).compactMap { entry -> ScenarioLayer.File? in
      guard entry.path.hasSuffix(".json"), !entry.path.hasPrefix("schema/") else {
        return ScenarioLayer.File(path: entry.path, bytes: [])
      }
      do throws(FileProblem) {
        return ScenarioLayer.File(path: entry.path, bytes: try read(entry))
      } catch {
        problems.append(error)
        return nil
      }
    }
    return ScenarioLayer(name: path, files: files, problems: problems)
  }

  /// The state of a file, by which a change is noticed.
  struct Entry: Hashable, Sendable {
    /// Relative to the folder.
    let path: String
    let size: Int
    let inode: UInt
    /// Nanoseconds since 1970.
    let modified: Int
    /// When its content, owner or permissions changed, in nanoseconds since 1970.
    let changed: Int
    /// Two changes within a tick of the file system's clock have the same time.
    let mode: UInt32
  }

  /// The state of a folder, by which a change is noticed.
  struct State: Hashable, Sendable {
    /// Sorted by path; empty if the folder cannot be read.
    let entries: [Entry]
    /// What cannot be listed, so that its repair is a change too.
    let problems: [FileProblem]
  }

  func state() -> State {
    var problems: [FileProblem] = []
    let entries = entries(noting: &problems)
    return State(entries: entries, problems: problems.sorted { $0.file < $1.file })
  }

  /// The folder and those inside it, for a watch.
  func folders() -> [String] {
    var folders = [path]
    for entry in (try? names(in: path)) ?? [] {
      let inside = "\(path)/\(entry)"
      if status(inside)?.isFolder == true { folders.append(inside) }
    }
    return folders
  }

  // MARK: Listing

  private func entries(noting problems: inout [FileProblem]) -> [Entry] {
    guard let status = status(path) else {
      problems.append(FileProblem(file: path, message: "there is no such folder"))
      return []
    }
    guard status.isFolder else {
      problems.append(FileProblem(file: path, message: "this is a file; expected a folder of scenarios"))
      return []
    }
    var found: [Entry] = []
    var isOverfull = false
    collect(in: "", depth: 0, into: &found, &isOverfull, &problems)
    if isOverfull {
      problems.append(
        FileProblem(
          file: path, message: "more than \(Self.countLimit) files; is this the folder of scenarios?"))
      return []
    }
    return found.sorted { $0.path < $1.path }
  }

  private func collect(
    in prefix: String, depth: Int, into found: inout [Entry], _ isOverfull: inout Bool,
    _ problems: inout [FileProblem]
  ) {
    let folder = prefix.isEmpty ? path : "\(path)/\(prefix.dropLast())"
    var names: [String] = []
    do throws(FileProblem) {
      names = try self.names(in: folder)
    } catch {
      problems.append(error)
    }
    for name in names where !isOverfull {
      guard let status = status("\(folder)/\(name)") else {
        problems.append(FileProblem(file: "\(folder)/\(name)", message: "the link leads nowhere"))
        continue
      }
      if status.isFolder {
        guard depth < Self.depthLimit else { continue }
        collect(in: "\(prefix)\(name)/", depth: depth + 1, into: &found, &isOverfull, &problems)
      } else if status.isFile {
        guard found.count < Self.countLimit else {
          isOverfull = true
          return
        }
        found.append(
          Entry(
            path: prefix + name, size: status.size, inode: status.inode, modified: status.modified,
            changed: status.changed, mode: status.mode))
      } else {
        problems.append(FileProblem(file: "\(folder)/\(name)", message: "this is not a regular file"))
      }
    }
  }

  /// Without hidden files.
  private func names(in folder: String) throws(FileProblem) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      throw FileProblem(file: folder, message: "the folder cannot be read: \(systemReason(errno))")
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private struct Status {
    let isFolder: Bool
    let isFile: Bool
    let size: Int
    let inode: UInt
    let modified: Int
    let changed: Int
    let mode: UInt32
  }

  /// Follows links; `nil` if there is nothing at the path.
  private func status(_ path: String) -> Status? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Status(
      isFolder: status.st_mode & S_IFMT == S_IFDIR, isFile: status.st_mode & S_IFMT == S_IFREG,
      size: status.st_size, inode: UInt(status.st_ino),
      modified: nanoseconds(status.st_mtim), changed: nanoseconds(status.st_ctim), mode: status.st_mode)
  }

  private func nanoseconds(_ time: timespec) -> Int { time.tv_sec * 1_000_000_000 + time.tv_nsec }

  // MARK: Reading

  private func read(_ entry: Entry) throws(FileProblem) -> [UInt8] {
    let file = "\(path)/\(entry.path)"
    let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileProblem(file: file, message: "cannot be read: \(systemReason(errno))")
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(max(entry.size, 1), Self.fileLimit) + 1)
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw FileProblem(file: file, message: "cannot be read: \(systemReason(errno))")
      }
      guard count > 0 else { return bytes }
      bytes += chunk.prefix(count)
      // The file may have grown since it was listed, so this checks what was read.
      guard bytes.count <= Self.fileLimit else {
        throw FileProblem(
          file: file, message: "too large; a file of scenarios has at most \(Self.fileLimit) bytes")
      }
    }
  }
}
