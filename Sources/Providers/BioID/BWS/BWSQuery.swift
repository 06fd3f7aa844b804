import HTTP

extension Request {
  /// The query of a call to the Web API.
  var webAPIQuery: Form {
    get throws(BWSRefusal) {
      do { return try target.query } catch {
        throw BWSRefusal(.badRequest, BWSTokenRules.queryMalformed, "\(error)", "The query is invalid")
      }
    }
  }
}
