import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Registry

/// Control calls of a test emulator.
extension TestEmulator {
  static func withItsme(
    _ files: [String: String] = [:], settings: Sandbox.Settings = Sandbox.Settings()
  ) throws -> TestEmulator {
    let world = """
      {
        "people": {
          "anna": { "given_name": "Anna", "family_name": "Peeters", "phone_number": "+32 470000001" },
          "bob": { "given_name": "Bob", "phone_number": "+32 470000002" }
        },
        "clients": {
          "itsme": {
            "EIDOLON_TEST": { "services": { "EIDOLON_LOGIN": { "redirect_uris": ["http://localhost:9000/cb"] } } },
            "OTHER_TEST": { "services": { "EIDOLON_LOGIN": { "redirect_uris": ["http://localhost:9001/cb"] } } }
          }
        }
      }
      """
    let reject = """
      { "title": "Rejected", "provider": "itsme", "phone": [ { "do": "reject" } ] }
      """
    let manual = """
      { "title": "Manual", "provider": "itsme", "phone": "manual" }
      """
    return try TestEmulator(
      registry,
      files: ["world.json": world, "itsme/reject.json": reject, "itsme/manual.json": manual].merging(files) {
        $1
      }, settings: settings)
  }

  /// A control call with a JSON body.
  func control(_ method: HTTP.Method, _ path: String, _ body: JSON? = nil, in sandbox: String = "")
    -> TestAnswer
  {
    let prefix = sandbox.isEmpty ? "" : "/~\(sandbox)"
    return send(
      Request(
        method, "\(prefix)/_eidolon/\(path)", headers: ["Content-Type": "application/json"],
        body: body?.bytes() ?? []))
  }

  /// An authorize call; the answer's location, or what came instead.
  func startLogin(in sandbox: String = "", _ changes: [String: String] = [:]) -> TestAnswer {
    var parameters = [
      "client_id": "EIDOLON_TEST", "response_type": "code", "scope": "openid service:EIDOLON_LOGIN",
      "redirect_uri": "http://localhost:9000/cb", "state": "some state", "nonce": "some nonce",
    ]
    for (name, value) in changes { parameters[name] = value }
    var form = Form()
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) { form.append(name, value) }
    let prefix = sandbox.isEmpty ? "" : "/~\(sandbox)"
    return get("\(prefix)/itsme/oidc/authorize?\(form.encoded)")
  }
}
