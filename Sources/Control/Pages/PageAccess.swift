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
    let page = form["page"] ?? "/"
    guard let typed = form["token"], BearerToken.token(typed).isToken(token) else {
      return ask(call, for: page, isWrong: form["token"] != nil)
    }
    // Joined to the sandbox's own address, so that no page of somebody else can be meant.
    var response = Response.redirect(303, to: call.base + (page.hasPrefix("/") ? page : "/"))
    response.set(
      Cookie(
        cookieName, token, httpOnly: true, secure: call.base.hasPrefix("https://"), sameSite: .strict))
    response.headers.set("Cache-Control", "no-store")
    return response
  }

  /// The page that asks for the token, once, and then leads to the page that was wanted.
  static func ask(_ call: Call, for page: String, isWrong: Bool = false) -> Response {
    let remark: HTML = isWrong ? "<p role=\"alert\" class=\"problem\">This is not the token.</p>\n" : ""
    let frame = ControlPage(call)
    var response = frame.response(
      .unauthorized, title: "Eidolon",
      """
      \(remark)<form method="post" action="\(frame.base)/">
      <input type="hidden" name="page" value="\(page)">
      <p><label>Token of --control-token: <input type="password" name="token" required autofocus
        autocomplete="current-password" data-testid="control-token"></label></p>
      <p><button data-testid="control-enter">Go on</button></p>
      </form>
      """)
    response.headers.append("WWW-Authenticate", "Bearer realm=\"eidolon\"")
    return response
  }
}

extension Plane {
  /// A page for people: from a safe host, and with the token where one is set.
  ///
  /// - Parameter isEverywhere: whether it is shown where the control plane has an address of its own and this is another.
  func page(
    _ name: String, _ path: String, isEverywhere: Bool = false,
    _ show: @escaping @Sendable (Call) -> Response
  ) -> Endpoint {
    Endpoint(name, [.get], path) { call in
      do throws(ControlProblem) {
        if !isEverywhere { try admitPort(call) }
        try admitHost(call)
      } catch { return .answer(Answer(.text(error.status, error.detail + "\n"))) }
      guard PageAccess.isOpen(call.request, sandbox.settings.control) else {
        return .answer(Answer(PageAccess.ask(call, for: Self.page(call.request.target))))
      }
      return .answer(Answer(show(call)))
    }
  }

  /// A target below the sandbox: its path and query.
  private static func page(_ target: Target) -> String {
    target.rawPath + (target.rawQuery.map { "?\($0)" } ?? "")
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
