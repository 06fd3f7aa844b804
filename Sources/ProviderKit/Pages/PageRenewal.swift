import Crypto
import HTTP
import JOSE

/// How a waiting page of a provider shows what has changed.
///
/// A script fetches the page again and replaces its content, which keeps the focus, typed text and scroll position.
/// Without script the whole page reloads.
///
/// The script says in the header `Eidolon-Page` that it cannot follow a redirect as a browser does; it gets the
/// address in `Eidolon-Location` and sends the browser there.
enum PageRenewal {
  /// Allows the script, and what it fetches.
  static let directives = "script-src 'sha256-\(hash)'; connect-src 'self'"

  static let markup: HTML = "<script>\(HTML(markup: script))</script>"

  private static let hash = Base64.encode(Digest.sha256(Array(script.utf8)))

  private static let script = """
    (() => {
      const main = document.querySelector('main');
      let shown = main.innerHTML;
      let timer;
      const later = () => { clearTimeout(timer); timer = setTimeout(renew, 1000); };
      // The phone of the same browser says when something has been done on it.
      let busy = false, again = false;
      if ('BroadcastChannel' in window) new BroadcastChannel('eidolon').onmessage = () => { if (busy) again = true; else renew(); };
      const find = (root, old) => old && (old.id && root.querySelector('#' + CSS.escape(old.id))
        || old.dataset.testid && root.querySelector(`[data-testid="${CSS.escape(old.dataset.testid)}"]`));
      function show(page) {
        const fresh = page.querySelector('main');
        document.title = page.title;
        document.querySelector('style').textContent = page.querySelector('style').textContent;
        main.dataset.next = fresh.dataset.next || '';
        if (fresh.innerHTML === shown) return;
        shown = fresh.innerHTML;
        const old = main.cloneNode();
        const focused = main.contains(document.activeElement) ? document.activeElement : null;
        old.append(...main.childNodes);
        main.replaceChildren(...fresh.childNodes);
        for (const part of old.querySelectorAll('details')) {
          const same = find(main, part);
          if (same) same.open = part.open;
        }
        for (const field of old.querySelectorAll('input[id], textarea[id], select[id]')) {
          const same = find(main, field);
          if (!same) continue;
          same.value = field.value;
          if ('checked' in field) same.checked = field.checked;
        }
        find(main, focused)?.focus({ preventScroll: true });
      }
      async function renew() {
        const next = main.dataset.next;
        if (!next) return;
        const url = new URL(next, location.href);
        if (url.origin !== location.origin) return location.replace(url);
        let answer, text;
        clearTimeout(timer);
        busy = true;
        again = false;
        try {
          answer = await fetch(url, { headers: { Accept: 'text/html', 'Eidolon-Page': 'renewed' }, cache: 'no-store' });
          text = await answer.text();
        } catch { return later(); } finally { busy = false; }
        const elsewhere = answer.headers.get('Eidolon-Location');
        if (elsewhere) return location.replace(new URL(elsewhere, url));
        const page = new DOMParser().parseFromString(text, 'text/html');
        if (page.querySelector('main')) {
          show(page);
          return again ? renew() : later();
        }
        const form = page.forms[0];
        if (!form) return location.replace(url);
        document.body.append(document.adoptNode(form));
        form.submit();
      }
      addEventListener('pageshow', (event) => { if (event.persisted) later(); });
      later();
    })();
    """
}

extension Request {
  private var isRenewal: Bool { headers["Eidolon-Page"] == "renewed" }

  /// The response in a form that a page's script can read.
  func readable(_ response: consuming Response) -> Response {
    guard (300..<400).contains(response.status.code), isRenewal, let location = response.headers["Location"]
    else { return response }
    response.status = .ok
    response.headers.remove("Location")
    response.headers.set("Eidolon-Location", location)
    return response
  }
}
