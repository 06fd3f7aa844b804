extension Request {
  /// The bytes of the head as they came, request line and fields; for journals.
  ///
  /// Nothing is copied.
  package var headBytes: [UInt8] { headers.bytes }
}
