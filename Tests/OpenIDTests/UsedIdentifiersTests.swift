import Flow
import HTTP
import OpenID
import ProviderKit
import Testing

@Suite struct `Identifiers that count once` {
  let now = Instant(seconds: 1000)

  @Test func `count once for each owner`() {
    let used = UsedIdentifiers()
    let until = now + .seconds(60)
    #expect(used.use("a", of: "one", until: until, at: now))
    #expect(!used.use("a", of: "one", until: until, at: now))
    #expect(used.use("a", of: "two", until: until, at: now))
    #expect(used.use("b", of: "one", until: until, at: now))
  }

  @Test func `count again once they could not be replayed any more`() {
    let used = UsedIdentifiers()
    #expect(used.use("a", of: "one", until: now + .seconds(60), at: now))
    #expect(!used.use("a", of: "one", until: now + .seconds(120), at: now + .seconds(59)))
    #expect(used.use("a", of: "one", until: now + .seconds(120), at: now + .seconds(60)))
  }

  @Test func `that live long do not keep later ones with short lives`() {
    let used = UsedIdentifiers()
    #expect(used.use("long", of: "one", until: now + .seconds(3600), at: now))
    #expect(used.use("short", of: "one", until: now + .seconds(1), at: now))
    #expect(!used.use("long", of: "one", until: now + .seconds(3600), at: now + .seconds(2)))
    #expect(used.use("short", of: "one", until: now + .seconds(9), at: now + .seconds(2)))
  }

  @Test func `are bounded in number; the oldest go first`() {
    let used = UsedIdentifiers(capacity: 3)
    let until = now + .seconds(60)
    for name in ["a", "b", "c", "d"] { #expect(used.use(name, of: "one", until: until, at: now)) }
    #expect(!used.use("d", of: "one", until: until, at: now))
    #expect(!used.use("b", of: "one", until: until, at: now))
    #expect(used.use("a", of: "one", until: until, at: now))
  }

  @Test func `stay few over many uses`() {
    let used = UsedIdentifiers(capacity: 100)
    for number in 0..<10_000 {
      let at = now + .seconds(number)
      #expect(used.use("\(number)", of: "one", until: at + .seconds(10), at: at))
    }
    #expect(used.count <= 11)
  }

  @Test func `of two uses at once let one through`() async {
    let used = UsedIdentifiers()
    let until = now + .seconds(60)
    for round in 0..<100 {
      let taken = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<4 {
          group.addTask { used.use("\(round)", of: "one", until: until, at: Instant(seconds: 1000)) }
        }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(taken == 1)
    }
  }
}
