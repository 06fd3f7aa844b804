import HTTP
import JSON
import ProviderKit

/// What anyone may ask on any address: liveness, readiness, and the certificate authority.
enum HealthResource {
  static let routes = [
    ControlRoute(
      .get, "health", "Whether the program lives.", answers: [.json("It does.", status(["ok"]))],
      isOpen: true,
      health),
    ControlRoute(
      .get, "ready", "Whether every address is served.",
      answers: [.json("It is.", status(["ready"])), .json("Not yet.", status(["starting"]), status: 503)],
      isOpen: true, ready),
    ControlRoute(
      .get, "ca.pem", "The certificate of the authority that vouches for https.",
      answers: [
        .text("application/x-pem-file", "The certificate."),
        .text("text/plain", "https is not served, or with a certificate of your own.", status: 404),
      ], isOpen: true, authority),
  ]

  private static func status(_ words: [String]) -> JSON {
    .answer(["status": .words(words), "version": .anyText.saying("The program's.")])
  }

  static func health(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer { .response(alive) }

  /// Made once, because health checks ask often.
  private static let alive = answer(.ok, "ok")
  private static let prepared = answer(.ok, "ready")
  private static let starting = answer(503, "starting")

  private static func answer(_ status: Status, _ word: String) -> Response {
    let said: JSON = ["status": .string(word), "version": .string(Control.version)]
    return .json(status, said.bytes() + [0x0A])
  }

  static func ready(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    .response(call.state.isReady ? prepared : starting)
  }

  static func authority(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    switch call.state.authority {
    case .certificate(let pem):
      .response(Response(.ok, headers: ["Content-Type": "application/x-pem-file"], body: Array(pem.utf8)))
    case .own:
      .response(
        .text(
          .notFound,
          "https is served with a certificate of your own (--tls-cert); its authority is not known here.\n"))
    case .none:
      .response(
        .text(
          .notFound,
          "There is no authority, because https is not served. Start with: eidolon serve --tls localhost:8443\n"
        ))
    }
  }
}
