import HTTP

extension Response {
  /// Makes the page's forms send their origin, so that forms of other sites can be told apart.
  var sendingFormOrigin: Response {
    var response = self
    response.headers.set("Referrer-Policy", "same-origin")
    return response
  }
}
