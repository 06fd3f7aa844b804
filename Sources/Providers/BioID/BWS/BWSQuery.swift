import HTTP

extension Request {
  /// The parsed query; a malformed one is refused as the Web API does.
  var webAPIQuery: Form {
    get throws(BWSRefusal) {
      do { return try target.query } catch {
        throw BWSRefusal(.badRequest, BWSTokenRules.queryMalformed, "\(error)", "The query is invalid")
      }
    }
  }
}
