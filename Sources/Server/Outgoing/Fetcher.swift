import HTTP

struct Fetcher: Sendable {
  init(_ options: OutgoingOptions) {}
  func get(_ fetch: Fetch) -> Result<FetchedDocument, FetchError> {
    .failure(.notConnected("this build makes no outgoing calls yet"))
  }
}
