import HTTP
import ProviderKit

extension PageFrame {
  /// The frame of itsme's pages.
  static let itsme = PageFrame(
    title: "itsme", brand: "itsme®",
    style: HTML(
      markup: """
        .icons{display:flex;flex-wrap:wrap;align-items:center;gap:var(--gap-3);list-style:none;padding:0}
        .icons svg{display:block;width:4.5rem;height:4.5rem;border:3px solid var(--line);border-radius:1rem;fill:var(--faint)}
        .icons .chosen svg{width:6rem;height:6rem;border-color:var(--orange);fill:var(--orange)}
        .icons button svg{width:2.75rem;height:2.75rem;border:0}
        .code svg{width:15rem;max-width:100%;height:auto;background:#fff}
        """))
}
