/// How much of a request is accepted.
package struct Limits: Sendable, Hashable {
  /// Bytes of the request line without its end; more is 414.
  ///
  /// RFC 9112 §3 asks for 8000 at least. The longest text that itsme shows for confirmation, 7500 characters in a signed and
  /// encrypted request object by value, is 16 to 27 kB.
  package var requestLine: Int
  /// Bytes of the whole head, request line and last empty line included; more is 431.
  ///
  /// Clients send below 4 kB beside the request line; 16 kB leaves room for cookies of other programs on localhost.
  package var headerBytes: Int
  /// Field lines of the head, and as many of the trailer; more is 431.
  ///
  /// Browsers send about twenty.
  package var headerCount: Int
  /// Bytes of the content; more is 413.
  ///
  /// The largest real one is a photograph in base64.
  package var body: Int

  /// The defaults fit every documented client.
  package init(
    requestLine: Int = 32 * 1024, headerBytes: Int = 48 * 1024, headerCount: Int = 100,
    body: Int = 1024 * 1024
  ) {
    self.requestLine = requestLine
    self.headerBytes = headerBytes
    self.headerCount = headerCount
    self.body = body
  }
}
