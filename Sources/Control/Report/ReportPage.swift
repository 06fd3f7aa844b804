import HTTP
import ProviderKit

/// A report as a self-contained page, which loads nothing.
struct ReportPage {
  let title: String
  /// Style rules besides those of every report.
  let style: HTML
  /// The content of `main`.
  let content: HTML

  var html: HTML {
    """
    \(PageHead.html("\(title.prefix(1).uppercased() + title.dropFirst()) – Eidolon (emulator)", "<style>\n\(Self.style)\n\(style)\n</style>"))
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
    markup: Look.tokens + """
      body{font:var(--size-3)/1.5 var(--text);margin:0;padding:0 var(--gap-4) var(--gap-6);background:var(--paper);color:var(--ink)}
      a{color:var(--accent)}
      main{max-width:60rem;margin:0 auto}
      .watermark{background:var(--strip);color:#fff;margin:0 calc(-1*var(--gap-4)) var(--gap-5);padding:var(--gap-1) var(--gap-4);text-align:center;font-size:var(--size-1)}
      article{border-left:.3rem solid var(--line);padding-left:var(--gap-3);margin:var(--gap-4) 0}
      """)
}
