import Testing

@testable import OpenID

@Suite struct `The hash of a code` {
  /// OpenID Connect Core, appendix A.4 and A.6.
  @Test func `is the left half of its SHA-256, in base64url`() {
    #expect(
      CodeHash.of("Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk") == "LDktKdoQak3Pk0cnXxCltA")
  }
}
