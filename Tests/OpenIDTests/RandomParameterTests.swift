import Flow
import HTTP
import OpenID
import ProviderKit
import Testing

@Suite struct `A random parameter` {
  @Test(arguments: ["", "a", "abcde", "ééééé", "🇸🇪🇩🇰e"]) func `of fewer than six characters is short`(
    value: String
  ) {
    #expect(RandomParameter.isShort(value))
  }

  @Test(arguments: ["abcdef", "éééééé", "c2f61d3a9b7e4f08", "🇸🇪🇩🇰ee"]) func `of more is not`(value: String) {
    #expect(!RandomParameter.isShort(value))
  }

  @Test func `that is not there is not short`() { #expect(!RandomParameter.isShort(nil)) }
}
