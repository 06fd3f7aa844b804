extension Request {
  /// The request line and fields as received, for journals; nothing is copied.
  package var headBytes: [UInt8] { headers.bytes }
}
