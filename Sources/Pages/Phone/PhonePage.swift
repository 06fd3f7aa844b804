import Frame
import HTTP
import ProviderKit

/// The page at `/phone`: a handset that is the eID app of every provider.
///
/// Its script asks the control plane what the apps show, and follows the sandbox's events.
struct PhonePage {
  private let frame: ControlPage
  private let titles: [(slug: String, title: String)]

  init(_ call: Call, _ site: Site) {
    frame = ControlPage(call, in: site)
    titles = site.titles
  }

  var response: Response {
    frame.response(
      title: "Phone", heading: heading, styles: ["phone.css"], scripts: ["phone.js"], stage: .pane,
      """
      <noscript><p class="problem">This page needs script. The pages of the providers work without it.</p></noscript>
      <div class="handset">
      \(settings)
      \(opener)
      <p id="answer" role="status" aria-live="polite" data-testid="phone-answer"></p>
      <section aria-labelledby="waiting-title">
      <h2 id="waiting-title">Requests</h2>
      <p id="nothing" class="faint" data-testid="no-requests">No request waits.</p>
      <div id="requests" data-testid="requests"></div>
      </section>
      <section aria-labelledby="done-title">
      <h2 id="done-title">Done</h2>
      <p id="nothing-done" class="faint">Nothing yet.</p>
      <div id="done" data-testid="done-requests"></div>
      </section>
      </div>
      """)
  }

  private var heading: HTML {
    """
    <div class="row spread"><h1>Phone</h1></div>
    """
  }

  private var settings: HTML {
    let apps = titles.map { slug, title -> HTML in
      """
      <label class="check"><input type="checkbox" data-app="\(slug)" checked data-testid="installed-\(slug)"> \
      \(title)</label>
      """
    }
    return """
      <div class="row">
      <label for="person">Whose phone</label>
      <select id="person" data-testid="phone-person"><option value="">Everybody’s</option></select>
      </div>
      <label class="check"><input type="checkbox" id="interactive" data-testid="interactive"> \
      I decide what people do, from the next login on</label>
      <details><summary data-testid="apps">Installed apps</summary>
      <div class="apps">\(HTML(apps))</div></details>

      """
  }

  private var opener: HTML {
    """
    <form id="open" class="card" autocomplete="off" data-testid="open-form">
    <label for="link">Launch link or text of a QR code</label>
    <div class="row">
    <input id="link" name="link" required maxlength="16384" placeholder="bankid:///?autostarttoken=…" data-testid="link">
    <button class="first" data-testid="open-link">Open</button>
    <button type="button" id="scan" hidden data-testid="scan-camera">Scan with the camera</button>
    </div>
    <div id="camera" hidden><video id="video" muted playsinline aria-label="Picture of the camera"></video>
    <button type="button" id="stop" data-testid="stop-camera">Stop</button></div>
    </form>

    """
  }
}
