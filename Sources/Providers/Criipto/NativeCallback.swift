import Flow
import HTTP
import JSON
import ProviderKit

extension Criipto {
  /// The default callbacks of the vendor's native SDKs, both at the domain itself.
  static var nativeEndpoints: [Endpoint<Criipto>] {
    ["/android/callback", "/ios/callback"].map {
      Endpoint(.nativeCallback, [.get], $0, answer: nativeCallback)
    }
  }

  /// A callback that the app should have caught before a browser loaded it: shows what it carried.
  private func nativeCallback(_ call: Call) -> Outcome {
    let parameters = (try? call.request.target.query) ?? Form()
    let finding = Finding(CriiptoRules.nativeCallbackUncaught, call.request.target.path)
    guard call.request.prefersHTML else {
      var members: JSONObject = [:]
      for (name, value) in parameters { members[name] = .string(value) }
      return .answer(Answer(.uncached(.ok, ["callback": .object(members)]), findings: [finding]))
    }
    let rows = parameters.map { name, value -> HTML in
      "<tr><th scope=\"row\">\(name)</th><td data-testid=\"\(name)\">\(value)</td></tr>"
    }
    let language = CriiptoLanguage(accepting: call.request)
    let content: HTML =
      rows.isEmpty
      ? """
      <p data-testid="empty">It has no parameters. The app of an eID comes back like this, and the login goes on where it \
      began; what stands after # is not sent to a server.</p>
      """ : "<table>\(HTML(rows))</table>"
    return .answer(
      Answer(
        Criipto.frame.response(
          title: "Callback", language: language.rawValue,
          """
          <h1>No app caught this callback</h1>
          \(content)
          \(ErrorLesson.html(finding, for: call))
          """), findings: [finding]))
  }
}
