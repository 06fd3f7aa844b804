package import HTTP

/// The frame of a provider's pages: no scripts, no other hosts, readable at phone width, light and dark, with a
/// watermark.
package struct PageFrame: Sendable {
  /// The provider's name in the title.
  let title: String
  /// The name in the watermark: `itsme®`.
  let brand: String
  /// Style rules besides the common ones.
  let style: HTML

  package init(title: String, brand: String, style: HTML = "") {
    (self.title, self.brand, self.style) = (title, brand, style)
  }

  package struct Refresh: Sendable {
    let seconds: Int
    let url: String

    package init(seconds: Int, url: String) {
      (self.seconds, self.url) = (seconds, url)
    }
  }

  /// - Parameter language: a language tag, `en`.
  package func response(
    _ status: Status = .ok, title: String, language: String, refresh: Refresh? = nil, _ content: HTML
  ) -> Response {
    let refresh: HTML =
      refresh.map { "<meta http-equiv=\"refresh\" content=\"\($0.seconds);url=\($0.url)\">" } ?? ""
    var response = Response.html(
      status,
      """
      <!doctype html>
      <html lang="\(language)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(refresh)
      <link rel="icon" href="data:,">
      <title>\(title) – Eidolon (\(self.title) emulator)</title>
      <style>\(PageFrame.commonStyle)\(style)</style>
      </head>
      <body>
      <header><p class="watermark" data-testid="watermark">This is an emulator, not \(brand). No real identity is used.</p></header>
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

  private static let commonStyle = HTML(
    markup: """
      :root{color-scheme:light dark}
      body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:0 1rem 2rem}
      main{max-width:46rem;margin:0 auto}
      .watermark{background:#5a3e00;color:#fff;margin:0 -1rem 1.5rem;padding:.4rem 1rem;text-align:center}
      form.inline{display:inline}
      label{display:block;margin:.6rem 0 .2rem}
      input,select,button{font:inherit;padding:.5rem .7rem;min-height:2.75rem;max-width:100%;box-sizing:border-box}
      input[type=checkbox]{min-height:0;vertical-align:middle}
      button{cursor:pointer;margin:.15rem .15rem .15rem 0;border:1px solid;border-radius:.4rem;max-width:100%}
      :focus-visible{outline:3px solid #3584e4;outline-offset:2px}
      h1{line-height:1.25;overflow-wrap:anywhere}h2{font-size:1.25rem;line-height:1.3}
      .people{display:flex;flex-wrap:wrap;gap:.5rem;max-height:16rem;overflow:auto}
      .columns{display:flex;flex-wrap:wrap;gap:2rem}.columns>*{flex:1 1 16rem}
      .problem{border-left:.3rem solid #c00;padding-left:.8rem}
      .languages a{margin-right:.6rem}
      code,p,li,dd{overflow-wrap:anywhere}
      body{background:#fff;color:#1b1b1f}a{color:#0b57a4}
      @media(prefers-color-scheme:dark){body{background:#17181c;color:#e8e8ec}a{color:#8ec2ff}}
      """)
}
