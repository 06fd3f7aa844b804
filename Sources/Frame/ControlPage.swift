package import HTTP
package import ProviderKit

/// The frame of the emulator's own pages: the navigation, the sandbox and its clock.
///
/// Styles and scripts come from `Assets/`, so that the Content-Security-Policy allows no inline script and no inline style.
/// Scripts find the sandbox's base path in `document.body.dataset.base`.
package struct ControlPage {
  /// The sandbox's base path, without a trailing slash: empty, or `/~t1`.
  package let base: String
  /// `nil` if the address serves none of them.
  private let places: Places?
  private let site: SiteBar?

  /// - Parameters:
  ///   - site: `nil` if nothing of the sandbox may be shown.
  ///   - isControlled: false if the control plane is at another address.
  package init(_ call: Call, in site: Site? = nil, isControlled: Bool = true) {
    let base = Self.path(of: call.base)
    self.base = base
    let leadsOn = isControlled && site?.isControlled(call) != false
    places = leadsOn ? Places(base, call.request.target.path) : nil
    self.site = site.map { SiteBar($0, call, base) }
  }

  /// A page in the frame.
  ///
  /// - Parameters:
  ///   - title: begins with what the page is.
  ///   - heading: markup at the top of the content; `nil` shows the title there.
  ///   - styles: assets beside `page.css`.
  ///   - scripts: assets that are ES modules.
  ///   - refresh: where a browser without script goes after a while.
  ///   - isWide: true if the content fills the width instead of a column.
  ///   - stage: set on pages that show others in panes, or are shown in one.
  package func response(
    _ status: Status = .ok, title: String, heading: HTML? = nil, styles: [String] = [],
    scripts: [String] = [], refresh: PageFrame.Refresh? = nil, isWide: Bool = false,
    stage: StagePart = .none, _ content: HTML
  ) -> Response {
    let links: [HTML] = (["page.css"] + styles).map { "<link rel=\"stylesheet\" href=\"\(asset($0))\">\n" }
    let modules: [HTML] = (["frame.js", "keys.js"] + scripts).map {
      "<script type=\"module\" src=\"\(asset($0))\"></script>\n"
    }
    let pane: HTML? = stage == .pane ? "<script src=\"\(asset("pane.js"))\"></script>\n" : nil
    var response = Response.html(
      status,
      """
      \(PageHead.html("\(title) – Eidolon (emulator)", "\(pane)\(refresh?.reload)\(links)\(modules)"))
      <body data-base="\(base)">
      <a class="skip" href="#content">Skip to the content</a>
      <aside class="watermark" aria-label="Emulator" data-testid="watermark">This is an emulator. No real identity is used.</aside>
      <header class="top">
      <a class="mark" href="\(base)/">\(Look.mark)<span>Eidolon</span></a>
      \(places?.html)
      <div class="site">\(site?.html)\(scripts.contains(where: Self.following.contains) ? Self.live : nil)</div>
      </header>
      <main id="content" tabindex="-1"\(isWide ? " class=\"wide\"" : "" as HTML)>
      \(heading ?? "<h1>\(title)</h1>")
      \(content)
      </main>
      </body>
      </html>

      """)
    PageHead.guardPage(&response, stage.policy)
    return response
  }

  package func asset(_ name: String) -> String { base + PageAssets.path(name) }

  // MARK: Parts

  /// The scripts whose live sign shows whether they still receive events.
  private static let following: Set = ["fresh.js", "phone.js", "report.js"]

  private static let live: HTML =
    "<span class=\"live\" id=\"live\" role=\"status\" data-live=\"\" data-testid=\"live\"></span>"

  /// The path of a URL; empty if it has none.
  package static func path(of url: String) -> String {
    guard let start = url.firstRange(of: "://")?.upperBound,
      let slash = url[start...].firstIndex(of: "/")
    else { return "" }
    return String(url[slash...])
  }
}

/// A page's part on the stage, which shows several pages side by side.
package enum StagePart: Sendable {
  case none
  /// Shows pages of this server in panes.
  case stage
  /// May be shown in a pane, where it leaves out what the stage already shows.
  case pane

  /// Everything comes from this server, nothing is inline, and no page of another origin may frame this one.
  var policy: String {
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; "
      + "connect-src 'self'; form-action 'self'; base-uri 'none'; "
      + (self == .stage ? "frame-src 'self'; " : "")
      + "frame-ancestors \(self == .pane ? "'self'" : "'none'")"
  }
}
