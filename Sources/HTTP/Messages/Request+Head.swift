extension Request {
  /// The bytes of the head as they came, request line and fields; for journals.
  ///
  /// Nothing is copied.
  public var headBytes: [UInt8] { headers.bytes }
}
