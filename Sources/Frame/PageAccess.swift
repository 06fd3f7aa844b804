import HTTP
import JSON
import ProviderKit

/// Access to the control plane's pages: with `--control-token` they ask for it once and keep it in a cookie, which no script
/// can read and no other site can send.
enum PageAccess {
  /// Answers the form: back to the page with the cookie, or the form again if the token is wrong.
  static func answer(_ call: Call, _ rules: Sandbox.Settings.Control) -> Response {
    guard !rules.tokens.isEmpty else { return .methodNotAllowed(allow: [.get, .head]) }
    let form = (try? call.request.form) ?? Form()
    let page = form["page"] ?? "/"
    guard let typed = form["token"], let token = rules.tokens.first(where: BearerToken.token(typed).isToken)
    else {
      return ask(call, for: page, isWrong: form["token"] != nil)
    }
    // Appended to the sandbox's own address, so that it cannot redirect to another site.
    let base = ControlPage(call).base
    var response = Response.redirect(303, to: call.base + (page.hasPrefix("/") ? page : "/"))
    response.set(
      Cookie(
        ControlToken.cookieName, token, path: base.isEmpty ? "/" : base, httpOnly: true,
        secure: call.base.hasPrefix("https://"), sameSite: .strict))
    response.headers.set("Cache-Control", "no-store")
    return response
  }

  /// The form that asks for the token, and leads on to the page requested.
  static func ask(_ call: Call, for page: String, isWrong: Bool = false) -> Response {
    let remark: HTML = isWrong ? "<p role=\"alert\" class=\"problem\">This is not the token.</p>\n" : ""
    let frame = ControlPage(call)
    var response = frame.response(
      .unauthorized, title: "Token",
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
