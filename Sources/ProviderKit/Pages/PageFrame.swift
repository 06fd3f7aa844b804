package import HTTP

/// The frame of a provider's pages: works without script, no other hosts, readable at phone width, light and dark, with a
/// watermark.
package struct PageFrame: Sendable {
  /// The provider's name in the title.
  let title: String
  /// The name in the watermark: `itsme®`.
  let brand: String
  /// Style rules besides the common ones.
  let style: HTML
  let embedding: Embedding

  /// Whose pages may show these in an iframe.
  package enum Embedding: String, Sendable {
    /// This emulator's: the stage shows them beside the phone.
    case ours = "'self'"
    /// Anybody's, for vendors whose customers embed the login.
    case anybody = "*"
  }

  package init(title: String, brand: String, style: HTML = "", embeddedBy embedding: Embedding = .ours) {
    (self.title, self.brand, self.style, self.embedding) = (title, brand, style, embedding)
  }

  package struct Refresh: Sendable {
    /// How often the whole page reloads where no script runs.
    package let seconds: Int
    package let url: String

    package init(seconds: Int, url: String) {
      (self.seconds, self.url) = (seconds, url)
    }
  }

  /// - Parameter language: a language tag, `en`.
  package func response(
    _ status: Status = .ok, title: String, language: String, refresh: Refresh? = nil, _ content: HTML
  ) -> Response {
    let next: HTML? = refresh.map { " data-next=\"\($0.url)\"" }
    var response = Response.html(
      status,
      """
      \(PageHead.html(
        "\(title) – Eidolon (\(self.title) emulator)", language: language,
        "\(refresh?.reload)<style>\(PageFrame.commonStyle)\(style)</style>"))
      <body>
      <header><p class="watermark" data-testid="watermark">This is an emulator, not \(brand). No real identity is used.</p></header>
      <main\(next)>
      \(content)
      </main>
      \(refresh.map { _ in PageRenewal.markup })
      </body>
      </html>
      """)
    PageHead.guardPage(
      &response,
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; frame-ancestors \(embedding.rawValue)"
        + (refresh.map { _ in "; \(PageRenewal.directives)" } ?? ""))
    return response
  }

  private static let commonStyle = HTML(
    markup: Look.tokens + """
      *{box-sizing:border-box}
      body{font:var(--size-3)/1.5 var(--text);margin:0;padding:0 var(--gap-4) var(--gap-6);background:var(--raised);color:var(--ink)}
      main{max-width:42rem;margin:clamp(var(--gap-4),8vh,9rem) auto var(--gap-5);padding:var(--gap-4) var(--gap-5) var(--gap-5);background:var(--paper);border:1px solid var(--line);border-radius:var(--radius)}
      .watermark{background:var(--strip);color:#fff;margin:0 calc(-1*var(--gap-4));padding:var(--gap-1) var(--gap-4);text-align:center;text-wrap:balance;font-size:var(--size-1)}
      form.inline{display:inline}
      label{display:block;margin:var(--gap-3) 0 var(--gap-1)}
      input,select,button{font:inherit;padding:var(--gap-2) var(--gap-3);min-height:2.75rem;max-width:100%;border:1px solid var(--faint);border-radius:var(--radius);background:var(--paper);color:inherit}
      input[type=checkbox]{width:1.25rem;height:1.25rem;min-height:0;margin:0 var(--gap-1) 0 0;vertical-align:middle;border-radius:.2rem;box-shadow:0 0 0 1px var(--faint);accent-color:var(--accent)}
      button{cursor:pointer;margin:var(--gap-1) var(--gap-1) var(--gap-1) 0;background:var(--raised)}
      button:hover{border-color:var(--accent)}
      .buttons{display:flex;flex-wrap:wrap;gap:var(--gap-2);margin-top:var(--gap-4)}.buttons button{margin:0}
      .first{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:650}
      :focus-visible{outline:var(--ring);outline-offset:2px}
      h1{font-size:var(--size-6);line-height:1.2;margin:var(--gap-3) 0;overflow-wrap:anywhere;text-wrap:balance}
      h2{font-size:var(--size-4);line-height:1.3;margin:var(--gap-5) 0 var(--gap-2)}
      .emulator{margin:var(--gap-5) 0;padding:0 var(--gap-3);border:1px dashed var(--faint);border-radius:var(--radius)}
      .emulator[open]{padding-bottom:var(--gap-3)}
      p.emulator{padding-top:var(--gap-2);padding-bottom:var(--gap-2);color:var(--faint)}
      .strip,.people{display:flex;flex-wrap:wrap;gap:var(--gap-2)}
      .strip>*,.people>*{margin:0}.strip>:not(button,.inline){flex:1 1 100%;min-width:0}
      .people button{text-align:left}.number{white-space:nowrap}
      .emulator summary{min-height:2.75rem;align-content:center;cursor:pointer;color:var(--faint)}
      dl{display:grid;grid-template-columns:max-content 1fr;gap:var(--gap-1) var(--gap-4);margin:var(--gap-2) 0}
      dt{color:var(--faint)}dd{margin:0;min-width:0}
      .without-emulator .emulator{display:none}
      .problem{border-left:.3rem solid var(--bad);padding-left:var(--gap-3)}
      .languages{display:flex;gap:var(--gap-3)}
      code{font-family:var(--code);font-size:var(--size-2)}
      code,p,li,dd{overflow-wrap:anywhere}
      a{color:var(--accent)}
      @media(max-width:40rem){input:not([type=checkbox]),select,.people button{width:100%}main{padding:var(--gap-2) var(--gap-4) var(--gap-4);margin:var(--gap-3) auto}}
      @media(min-width:100rem){html{font-size:120%}}
      """)
}
