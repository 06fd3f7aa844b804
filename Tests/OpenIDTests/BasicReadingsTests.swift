import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit
import Testing

@Suite struct `Basic credentials of an OAuth client` {
  private func readings(_ text: String) -> [(String, String)] {
    let request = Request(
      .post, "/token", headers: ["Authorization": "Basic \(Base64.encode(Array(text.utf8)))"])
    return BasicCredentials(request).readings.map { ($0.identifier, $0.secret) }
  }

  @Test func `read as documented first, then as they stand`() {
    let both = readings("urn%3Aa:s%2B%3D")
    #expect(both.first ?? ("", "") == ("urn:a", "s+="))
    #expect(both.contains { $0 == ("urn%3Aa", "s%2B%3D") })
  }

  @Test func `may be parted at any colon where the id is a URN that was not encoded`() {
    let all = readings("urn:my:app:s+/=")
    #expect(all.contains { $0 == ("urn:my:app", "s+/=") })
    #expect(!all.contains { $0.1.contains(" ") }, "a plus is never a blank")
  }

  @Test func `have a plus for a blank where all the rest is encoded`() {
    let all = readings("urn%3Aa:my+secret%2B")
    #expect(all.first ?? ("", "") == ("urn:a", "my+secret+"))
    #expect(all.contains { $0 == ("urn:a", "my secret+") })
  }

  @Test func `are none without the scheme`() {
    #expect(BasicCredentials(Request(.post, "/token")).readings.isEmpty)
  }
}
