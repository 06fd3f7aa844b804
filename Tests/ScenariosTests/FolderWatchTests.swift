import Dispatch
import Foundation
import Testing

@testable import eidolon

@Suite(.timeLimit(.minutes(10))) struct `A watch of scenario folders` {
  /// A watch that counts what it tells.
  private final class Ear: Sendable {
    let told = DispatchSemaphore(value: 0)
    let watch: FolderWatch

    init(_ folders: [String], interval: DispatchTimeInterval) {
      let told = told
      watch = FolderWatch(folders.map { ScenarioFolder($0) }, interval: interval, settling: .milliseconds(30))
      {
        told.signal()
      }
    }

    func hears(within milliseconds: Int) -> Bool {
      told.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    }
  }

  /// Whether events alone tell, or looking alone: with inotify the first look by time is far away.
  private static let byEvents = DispatchTimeInterval.seconds(3600)
  private static let byLooking = DispatchTimeInterval.milliseconds(50)

  @Test(arguments: [true, false]) func `tells of files that change, come and go`(hasEvents: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "world.json")
    try folder.write("1", to: "itsme/a.json")
    let ear = Ear([folder.path], interval: hasEvents ? Self.byEvents : Self.byLooking)
    try folder.write("22", to: "world.json")
    #expect(ear.hears(within: 10_000))
    try folder.write("1", to: "itsme/b.json")
    #expect(ear.hears(within: 10_000))
    try folder.remove("itsme/a.json")
    #expect(ear.hears(within: 10_000))
    try folder.write("1", to: "bioid/a.json")
    #expect(ear.hears(within: 10_000))
    try folder.write("22", to: "bioid/a.json")
    #expect(ear.hears(within: 10_000))
    ear.watch.stop()
  }

  @Test(arguments: [true, false]) func `tells of what could not be read and now can be, or is gone`(
    hasEvents: Bool
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "itsme/a.json")
    try folder.link("itsme/b.json", to: "nowhere")
    let closed = "\(folder.path)/itsme/a.json"
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: closed)
    let ear = Ear([folder.path], interval: hasEvents ? Self.byEvents : Self.byLooking)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: closed)
    #expect(ear.hears(within: 10_000))
    try folder.remove("itsme/b.json")
    #expect(ear.hears(within: 10_000))
    ear.watch.stop()
  }

  @Test func `tells of what changed between the reading of the files and its own start`() throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "world.json")
    let (folders, told) = ([ScenarioFolder(folder.path)], DispatchSemaphore(value: 0))
    let seen = folders.map { $0.state() }
    try folder.write("22", to: "world.json")
    let watch = FolderWatch(
      folders, since: seen, interval: Self.byLooking, settling: .milliseconds(30)
    ) { told.signal() }
    #expect(told.wait(timeout: .now() + .seconds(10)) == .success)
    watch.stop()
  }

  @Test func `takes a save of many files for one change`() throws {
    let folder = try TemporaryFolder()
    let ear = Ear([folder.path], interval: Self.byEvents)
    for number in 0..<50 { try folder.write("1", to: "\(number).json") }
    #expect(ear.hears(within: 10_000))
    // At most one more, if the writing took longer than the settling time.
    while ear.hears(within: 200) {}
    #expect(!ear.hears(within: 200))
    ear.watch.stop()
  }

  @Test func `tells nothing when nothing changes, or after its end`() throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "world.json")
    let ear = Ear([folder.path], interval: Self.byLooking)
    #expect(!ear.hears(within: 300))
    ear.watch.stop()
    try folder.write("22", to: "world.json")
    #expect(!ear.hears(within: 300))
  }

  @Test func `waits for a folder that is not there yet`() throws {
    let folder = try TemporaryFolder()
    let ear = Ear(["\(folder.path)/later"], interval: Self.byLooking)
    try folder.write("1", to: "later/world.json")
    #expect(ear.hears(within: 10_000))
    ear.watch.stop()
  }
}
