import Frame
import HTTP
import ProviderKit

/// The page at `/phone`: a handset with the eID app of every provider, and beside it what belongs to the emulator.
///
/// Its script asks the control plane what the apps show, and follows the sandbox's events.
struct PhonePage {
  private let frame: ControlPage
  private let apps: [PhoneApp]

  init(_ call: Call, _ site: Site) {
    frame = ControlPage(call, in: site)
    apps = PhoneApp.all(of: site.titles)
  }

  var response: Response {
    frame.response(
      title: "Phone", heading: "", styles: ["phone.css"], scripts: ["phone.js"], stage: .pane,
      """
      <noscript><p class="problem">This page needs script. The pages of the providers work without it.</p></noscript>
      <div class="desk">
      <h1 class="unseen">Phone</h1>
      \(handset)
      \(drawer)
      </div>
      """)
  }

  // MARK: The handset

  private var handset: HTML {
    """
    <section class="handset" aria-label="Handset" data-testid="handset">
    <div class="glass">
    <div class="status"><span id="hour" data-testid="phone-clock"></span> <span id="owner" data-testid="owner">Everybody’s phone</span></div>
    <div id="banner" class="banner" role="status" data-testid="banner"></div>
    <div id="home" class="home">
    <div class="apps" role="group" aria-label="Apps" data-testid="phone-apps">
    \(apps.map(icon))</div>
    <p id="nothing" class="faint" role="status" data-testid="no-requests"></p>
    <div id="notices" class="notices" role="group" aria-label="Notifications" data-testid="notifications"></div>
    <p id="earlier-title" class="earlier" hidden>Earlier</p>
    <div id="earlier" class="notices" role="group" aria-label="Earlier requests" data-testid="done-requests"></div>
    </div>
    <div id="requests" class="requests" data-testid="requests"></div>
    <p id="answer" class="answer" role="status" data-testid="phone-answer"></p>
    <div class="bottom"><button type="button" id="to-home" data-testid="to-home" aria-label="Home screen">Home</button></div>
    </div>
    </section>

    """
  }

  private func icon(_ app: PhoneApp) -> HTML {
    """
    <button type="button" class="app-icon" data-app="\(app.name)" data-providers="\(app.providers.joined(separator: " "))" \
    data-prefix="\(app.prefix ?? "")" data-testid="app-\(app.name)"><span class="tile" aria-hidden="true">\(app.letters)</span>\
    <span>\(app.title)</span><span class="count" data-testid="badge-\(app.name)" hidden></span></button>

    """
  }

  // MARK: Beside the handset

  private var drawer: HTML {
    let boxes = apps.map { app -> HTML in
      """
      <label class="check"><input type="checkbox" data-installs="\(app.name)" checked data-testid="installed-\(app.name)"> \
      \(app.title)</label>
      """
    }
    return """
      <details class="drawer card" id="drawer" data-testid="drawer">
      <summary data-testid="drawer-open">Settings of the emulator</summary>
      <div class="row">
      <label for="person">Whose phone</label>
      <select id="person" data-testid="phone-person"><option value="">Everybody’s</option></select>
      </div>
      <label class="check"><input type="checkbox" id="interactive" data-testid="interactive"> \
      From the next login on, I decide on the phone</label>
      \(opener)
      <details><summary data-testid="apps">Installed apps</summary>
      <div class="boxes">\(HTML(boxes))</div></details>
      </details>

      """
  }

  private var opener: HTML {
    """
    <form id="open" autocomplete="off" data-testid="open-form">
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
