import HTTP

extension Response {
  /// A page that only passes an answer on to the client, and is never cached.
  ///
  /// - Parameter directives: what its policy allows; everything else is forbidden (Content Security Policy Level 3
  ///   §2.2).
  static func handover(allowing directives: String, _ body: HTML) -> Response {
    var response = Response.html(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="icon" href="data:,">
      <title>Continue – Eidolon</title>
      </head>
      <body>
      \(body)
      </body>
      </html>
      """)
    response.headers.append("Content-Security-Policy", "default-src 'none'; \(directives)")
    response.headers.append("Cache-Control", "no-store")
    response.headers.append("Referrer-Policy", "no-referrer")
    return response
  }
}
