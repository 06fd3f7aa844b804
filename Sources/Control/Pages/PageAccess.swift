import HTTP
import JSON
import ProviderKit

/// Who may see the pages of the control plane: with `--control-token` they ask once for it and keep a cookie, which no
/// script can read and no other site can send.
enum PageAccess {
  /// The cookie's name.
  static let cookieName = "eidolon_control"

  /// Whether a request has the token, or none is needed: as a bearer token, or in the cookie of a page.
  static func isOpen(_ request: Request, _ rules: Sandbox.Settings.Control) -> Bool {
    guard let token = rules.token else { return true }
    if BearerToken(request).isToken(token) { return true }
    return request.cookie(cookieName).map { BearerToken.token($0).isToken(token) } ?? false
  }

  /// What a person who typed the token is answered: back to the page with the cookie, or asked again.
  static func answer(_ call: Call, _ rules: Sandbox.Settings.Control) -> Response {
    guard let token = rules.token else { return .methodNotAllowed(allow: [.get, .head]) }
    let form = (try? call.request.form) ?? Form()
    guard let typed = form["token"], BearerToken.token(typed).isToken(token) else {
      return ask(call, isWrong: form["token"] != nil)
    }
    var response = Response.redirect(303, to: "\(call.base)/")
    response.set(
      Cookie(
        cookieName, token, httpOnly: true, secure: call.base.hasPrefix("https://"), sameSite: .strict))
    response.headers.set("Cache-Control", "no-store")
    return response
  }

  /// The page that asks for the token, once.
  static func ask(_ call: Call, isWrong: Bool = false) -> Response {
    let remark: HTML = isWrong ? "<p role=\"alert\">This is not the token.</p>\n" : ""
    let page: HTML = """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Eidolon</title>
      <p>This is an emulator. No real identity is behind it.</p>
      <h1>Eidolon</h1>
      \(remark)<form method="post" action="\(call.base)/">
      <p><label>Token of --control-token: <input type="password" name="token" required autofocus
        autocomplete="current-password" data-testid="control-token"></label></p>
      <p><button data-testid="control-enter">Go on</button></p>
      </form>
      </html>

      """
    var response = Response.html(.unauthorized, page)
    response.headers.append("WWW-Authenticate", "Bearer realm=\"eidolon\"")
    response.headers.set(
      "Content-Security-Policy",
      "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
    response.headers.set("X-Content-Type-Options", "nosniff")
    response.headers.set("Cache-Control", "no-store")
    return response
  }
}

extension Plane {
  /// A page for people: from a safe host, and with the token where one is set.
  func page(_ name: String, _ path: String, _ show: @escaping @Sendable (Call) -> Response) -> Endpoint {
    Endpoint(name, [.get], path) { call in
      do throws(ControlProblem) { try admitHost(call) } catch {
        return .answer(Answer(.text(error.status, error.detail + "\n")))
      }
      guard PageAccess.isOpen(call.request, sandbox.settings.control) else {
        return .answer(Answer(PageAccess.ask(call)))
      }
      return .answer(Answer(show(call)))
    }
  }

  /// Where the page that asks for the token sends it.
  var tokenForm: Endpoint {
    Endpoint("control token", [.post], "/") { call in
      do throws(ControlProblem) { try admitHost(call) } catch {
        return .answer(Answer(.text(error.status, error.detail + "\n")))
      }
      return .answer(Answer(PageAccess.answer(call, sandbox.settings.control)))
    }
  }
}
