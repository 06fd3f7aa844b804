import HTTP

extension Response {
  /// The forms of the page send their origin, so that those of other sites can be told apart.
  var sayingWhereFormsComeFrom: Response {
    var response = self
    response.headers.set("Referrer-Policy", "same-origin")
    return response
  }
}
