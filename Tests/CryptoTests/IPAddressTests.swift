import Crypto
import Testing

@Suite struct `An IP address` {
  @Test func `is four or sixteen bytes`() {
    #expect(IPAddress.bytes("10.0.0.255") == [10, 0, 0, 255])
    #expect(IPAddress.bytes("::1") == Array(repeating: 0, count: 15) + [1])
    #expect(IPAddress.bytes("FD00::8") == [0xFD] + Array(repeating: 0, count: 14) + [8])
    // RFC 4291 §2.2: the last four bytes may stand as an IPv4 address.
    #expect(IPAddress.bytes("::ffff:10.0.0.1")?.suffix(6) == [0xFF, 0xFF, 10, 0, 0, 1])
  }

  @Test(arguments: [
    "", ".", ":", "1.2.3", "1.2.3.4.5", "1.2.3.256", "+1.2.3.4", " 1.2.3.4", "1.2.3.4 ", "::1::", "1:2",
    "12345::", ":::",
    "fe80::1%eth0", "localhost", "1.2.3.4\0",
  ])
  func `is nothing else`(text: String) {
    #expect(IPAddress.bytes(text) == nil)
  }
}
