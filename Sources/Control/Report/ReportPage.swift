import HTTP

/// A report as a self-contained page, which loads nothing.
struct ReportPage {
  let title: String
  /// Style rules besides those of every report.
  let style: HTML
  /// The content of `main`.
  let content: HTML

  var html: HTML {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    <title>Eidolon: \(title)</title>
    <style>
    \(Self.style)
    \(style)
    </style>
    </head>
    <body>
    <p class="watermark">This is an emulator's report. No real identity was used.</p>
    <main>
    \(content)
    </main>
    </body>
    </html>

    """
  }

  private static let style = HTML(
    markup: """
      :root{color-scheme:light dark}
      body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:0 1rem 2rem}
      main{max-width:60rem;margin:0 auto}
      .watermark{background:#5a3e00;color:#fff;margin:0 -1rem 1.5rem;padding:.4rem 1rem;text-align:center}
      article{border-left:.3rem solid #888;padding-left:.8rem;margin:1rem 0}
      """)
}
