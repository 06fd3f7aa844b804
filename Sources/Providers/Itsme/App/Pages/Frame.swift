import HTTP
import ProviderKit

extension PageFrame {
  /// The frame of itsme's pages.
  static let itsme = PageFrame(
    title: "itsme", brand: "itsme®",
    style: HTML(
      markup: """
        .icons{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));place-items:center;gap:var(--gap-3);max-width:24rem;list-style:none;padding:0}
        .icons svg{display:block;width:4.5rem;max-width:100%;height:4.5rem;border:3px solid var(--line);border-radius:1rem;fill:var(--faint)}
        .icons .chosen svg{width:6rem;height:6rem;border-color:var(--orange);fill:var(--orange)}
        .icons form,.icons button{width:100%}
        .icons button{display:grid;justify-items:center;gap:var(--gap-1);margin:0;padding:var(--gap-2) var(--gap-1);overflow-wrap:anywhere}
        .icons button svg{width:2.75rem;height:2.75rem;border:0}
        .shared{columns:7.5rem;padding-left:1.2rem}
        .code svg{display:block;width:15rem;max-width:100%;height:auto;margin:var(--gap-4) auto;border-radius:var(--radius);background:#fff}
        """))
}
