package import HTTP

/// How every page begins: the emulator's own, the providers', and those that are saved.
package enum PageHead {
  /// - Parameters:
  ///   - title: begins with what the page is.
  ///   - language: a language tag, `en`.
  ///   - links: styles, scripts, and whatever else stands in the head.
  package static func html(_ title: String, language: String = "en", _ links: HTML) -> HTML {
    """
    <!doctype html>
    <html lang="\(language)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    \(Look.icon)
    <title>\(title)</title>
    \(links)
    </head>
    """
  }

  /// The headers with which a page is served: it is nobody else's, and only the policy says what it loads.
  package static func guardPage(_ response: inout Response, _ policy: String) {
    response.headers.set("Content-Security-Policy", policy)
    response.headers.set("X-Content-Type-Options", "nosniff")
    response.headers.set("Referrer-Policy", "no-referrer")
    response.headers.set("Cache-Control", "no-store")
  }
}

extension PageFrame.Refresh {
  /// Loads the page again where no script runs.
  package var reload: HTML {
    "<noscript><meta http-equiv=\"refresh\" content=\"\(seconds);url=\(url)\"></noscript>"
  }
}
