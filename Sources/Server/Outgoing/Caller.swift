package import HTTP

/// Calls a server and waits for its answer, for a process that has nothing else to do.
package struct Caller: Sendable {
  private let fetcher: Fetcher

  /// Trusts the system's authorities and those of the options.
  package init(_ options: OutgoingOptions = OutgoingOptions()) { fetcher = Fetcher(options) }

  /// Sends a request, without following redirects.
  package func call(
    _ method: HTTP.Method, _ url: String, headers: Headers = [:], body: [UInt8] = [],
    timeout: Duration, limit: Int = 64 << 20
  ) throws(FetchError) -> FetchedDocument {
    try fetcher.call(
      OutgoingCall(method, url, headers: headers, body: body, timeout: timeout, limit: limit)
    ).get()
  }
}
