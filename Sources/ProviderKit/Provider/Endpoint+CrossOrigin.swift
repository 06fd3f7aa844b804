import HTTP

extension Endpoint where Owner: Provider {
  /// The endpoint, open also to scripts of any origin, such as a hybrid app's, with their preflights.
  package var openToScripts: Endpoint {
    let rules = CrossOrigin(
      methods: methods.map(\.text).joined(separator: ", "), exposing: "Eidolon, Eidolon-Finding")
    let answer = answer
    let open = Endpoint(named: name, methods + [.options], path, weight, wrongMethod: wrongMethod) {
      owner, call throws(DocumentNeeded) in
      guard call.request.method != .options else {
        return .answer(Answer(rules.preflight(call.request, from: "*")))
      }
      return try answer(owner, call).mapAnswer { answer in
        // A scenario may have set the field itself.
        guard !answer.response.headers.contains(CrossOrigin.allowField) else { return }
        rules.allow(&answer.response)
      }
    }
    return isChanging ? open.changing : open
  }
}
