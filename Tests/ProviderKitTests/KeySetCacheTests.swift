import Flow
import HTTP
import JOSE
import JSON
import Testing

@testable import ProviderKit

@Suite struct `Fetched key sets` {
  static let url = "https://client.test/jwks"
  let now = Instant(seconds: 1000)

  func document(_ headers: Headers = [:], status: Status = 200, body: String = #"{"keys":[]}"#)
    -> KeySetCache.Entry
  {
    .init(.success(FetchedDocument(status: status, headers: headers, body: Array(body.utf8))), at: now)
  }

  func lifetime(_ entry: KeySetCache.Entry) -> Duration {
    switch entry {
    case .keys(_, let until), .failed(_, let until): until - now
    }
  }

  @Test(
    arguments: [
      ([:], 1800), (["Cache-Control": "no-store"], 1800), (["Cache-Control": "max-age=60"], 1800),
      (["Cache-Control": "public, MAX-AGE=\"7200\""], 7200), (["Cache-Control": "max-age=999999999"], 86_400),
      (["Cache-Control": "max-age=soon"], 1800), (["Cache-Control": "max-age=60, ="], 1800),
      (["Cache-Control": "=, max-age=3600"], 3600),
      (["Cache-Control": "public", "cache-control": "max-age=3600"], 3600),
    ] as [(Headers, Int)])
  func `are kept thirty minutes, or what max-age says up to a day`(headers: Headers, seconds: Int) {
    #expect(lifetime(document(headers)) == .seconds(seconds))
  }

  @Test func `that failed are kept a second, with the reason`() {
    for (entry, text) in [
      (document(status: 404), "404"), (document(body: "<html>"), ""), (document(body: #"{"kid":"x"}"#), ""),
      (KeySetCache.Entry(.failure(.notConnected("refused")), at: now), "refused"),
    ] {
      guard case .failed(let reason, _) = entry else {
        Issue.record("a key set was found")
        continue
      }
      #expect(lifetime(entry) == .seconds(1))
      #expect(!reason.isEmpty && reason.contains(text))
    }
  }

  @Test func `are known until their time is over`() {
    let cache = KeySetCache()
    #expect(cache.entry(Self.url, at: now) == nil)
    cache.keep(document(), of: Self.url, at: now)
    #expect(cache.entry(Self.url, at: now + .seconds(1799)) != nil)
    #expect(cache.entry(Self.url, at: now + .seconds(1800)) == nil)
    #expect(cache.entry("https://other.test", at: now) == nil)
  }

  @Test func `outlive a failed refresh while their time lasts`() {
    let cache = KeySetCache()
    cache.keep(document(), of: Self.url, at: now)
    cache.keep(document(status: 500), of: Self.url, at: now)
    guard case .keys = cache.entry(Self.url, at: now) else {
      Issue.record("the keys were dropped")
      return
    }
  }

  @Test func `give way to the reason of a failure when their time is over`() {
    let cache = KeySetCache()
    let later = now + .seconds(1800)
    cache.keep(document(), of: Self.url, at: now)
    cache.keep(.failed("gone", until: later + .seconds(1)), of: Self.url, at: later)
    guard case .failed("gone", _) = cache.entry(Self.url, at: later) else {
      Issue.record("the reason was lost")
      return
    }
  }

  @Test func `are forgotten when the world changes`() {
    let cache = KeySetCache()
    cache.keep(document(), of: Self.url, at: now)
    cache.forgetAll()
    #expect(cache.entry(Self.url, at: now) == nil)
  }
}

@Suite struct `The keys of a sandbox` {
  @Test func `are the same in every run`() {
    #expect(KeyRing().signing == KeyRing().signing)
    #expect(KeyRing().signing.kid == "s1")
    #expect(KeyRing().encryption.kid == "e1")
  }

  @Test func `rotate to spares, and those that signed stay published`() {
    let ring = KeyRing()
    var signed = [ring.signing]
    while ring.rotateSigning() { signed.append(ring.signing) }
    #expect(signed.count == 4)
    #expect(ring.rotations == 3)
    #expect(ring.publishedSigning.map(\.kid) == signed.reversed().map(\.kid))
    #expect(Set(signed.map(\.kid)).count == signed.count)
    #expect(ring.signing == signed.last)
  }

  @Test func `change both keys at each rotation that has a spare, once a second key signs`() throws {
    let ring = KeyRing()
    var signed = [ring.second.kid]
    for _ in 0..<3 {
      try ring.provideSpare(.signing)
      #expect(ring.rotateSigning())
      signed.append(ring.second.kid)
    }
    #expect(Set(signed).count == 4)
    #expect(ring.publishedSecond.map(\.kid) == signed.reversed())
  }

  @Test func `never publish the foreign key`() {
    let ring = KeyRing()
    while ring.rotateSigning() {}
    #expect(!ring.publishedSigning.contains(ring.foreign))
    #expect(ring.encryption != ring.foreign)
  }
}
