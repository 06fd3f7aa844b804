import HTTP
import ProviderKit

extension PageFrame {
  /// The frame of itsme's pages.
  static let itsme = PageFrame(
    title: "itsme", brand: "itsme®",
    style: HTML(
      markup: """
        .icons{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;padding:0}
        .icons svg{width:4.5rem;height:4.5rem;border:3px solid #888;border-radius:1rem;fill:#777}
        .code svg{width:15rem;height:15rem;background:#fff}
        .icons .chosen svg{border-color:#f28500;fill:#f28500}
        """))
}
