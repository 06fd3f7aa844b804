import HTTP

/// The frame of itsme's pages: no script, no outside host, readable at phone width, light and dark.
enum PageFrame {
  /// Where a page goes by itself after a while.
  struct Refresh {
    let seconds: Int
    let url: String
  }

  /// A page with a title and content.
  static func response(
    _ status: Status = .ok, title: String, language: PageLanguage, refresh: Refresh? = nil, _ content: HTML
  ) -> Response {
    let refresh: HTML =
      refresh.map { "<meta http-equiv=\"refresh\" content=\"\($0.seconds);url=\($0.url)\">" } ?? ""
    var response = Response.html(
      status,
      """
      <!doctype html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(refresh)
      <link rel="icon" href="data:,">
      <title>\(title) – Eidolon (itsme emulator)</title>
      <style>\(style)</style>
      </head>
      <body>
      <p class="watermark" data-testid="watermark">This is an emulator, not itsme®. No real identity is used.</p>
      <main>
      \(content)
      </main>
      </body>
      </html>
      """)
    response.headers.append(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"
    )
    response.headers.append("Cache-Control", "no-store")
    response.headers.append("X-Content-Type-Options", "nosniff")
    response.headers.append("Referrer-Policy", "no-referrer")
    return response
  }

  private static let style = HTML(
    markup: """
      :root{color-scheme:light dark}
      body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:0 1rem 2rem}
      main{max-width:46rem;margin:0 auto}
      .watermark{background:#5a3e00;color:#fff;margin:0 -1rem 1.5rem;padding:.4rem 1rem;text-align:center}
      form.inline{display:inline}
      label{display:block;margin:.6rem 0 .2rem}
      input,select,button{font:inherit;padding:.5rem .7rem;min-height:2.75rem;box-sizing:border-box}
      input[type=checkbox]{min-height:0;vertical-align:middle}
      button{cursor:pointer}
      .people{display:flex;flex-wrap:wrap;gap:.5rem;max-height:16rem;overflow:auto}
      .columns{display:flex;flex-wrap:wrap;gap:2rem}.columns>*{flex:1 1 16rem}
      .icons{display:flex;gap:1rem;list-style:none;padding:0}
      .icons svg{width:5rem;height:5rem;border:3px solid #888;border-radius:1rem;fill:#777}
      .icons .chosen svg{border-color:#f28500;fill:#f28500}
      .problem{border-left:.3rem solid #c00;padding-left:.8rem}
      .languages a{margin-right:.6rem}
      code{overflow-wrap:anywhere}
      """)
}
