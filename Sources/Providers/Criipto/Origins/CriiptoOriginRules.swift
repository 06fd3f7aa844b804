import Flow
import HTTP
import ProviderKit

extension Criipto {
  private static let crossOrigin = CrossOrigin(methods: "GET, POST", exposing: "Trace-Id")

  /// Wraps an endpoint that scripts of other origins may call (§1.6, CORS), and that sends a trace id on request (§1.7).
  static func originRules(
    _ criipto: Criipto, _ call: Call,
    _ answer: @Sendable (Criipto, Call) throws(DocumentNeeded) -> Outcome
  ) throws(DocumentNeeded) -> Outcome {
    let origin = call.request.headers["Origin"]
    let isAllowed = origin.map { criipto.mayRead($0, call) } ?? false
    guard call.request.method != .options else {
      return .answer(
        Answer(
          crossOrigin.preflight(call.request, from: isAllowed ? origin : nil),
          findings: criipto.originFindings(origin, isAllowed)))
    }
    let outcome = try answer(criipto, call)
    guard origin != nil || criipto.wantsTrace(call.request) else { return outcome }
    return criipto.completed(outcome, origin: origin, isAllowed: isAllowed, call)
  }

  private func completed(_ outcome: Outcome, origin: String?, isAllowed: Bool, _ call: Call) -> Outcome {
    outcome.mapAnswer { [self] answer in
      answer.findings += originFindings(origin, isAllowed)
      let mayRead = isAllowed && !isRefused(answer)
      if origin != nil { Criipto.crossOrigin.allow(mayRead ? origin : nil, on: &answer.response) }
      if wantsTrace(call.request) {
        answer.response.headers.set("Trace-Id", traceIdentifier(of: call.request))
      }
    }
  }

  /// True if a scenario pretends that the origin is not registered, which is not the client's fault.
  private func isRefused(_ answer: Answer) -> Bool {
    let login = answer.transaction.flatMap { logins.find($0) }
    return login?.detail.switches[.crossOrigin].word == "refused"
  }

  /// True if an origin is that of a registered callback (§1.6, CORS): of the client that the query names, otherwise of
  /// any.
  private func mayRead(_ origin: String, _ call: Call) -> Bool {
    let known = origins.table(of: sandbox)
    if known.isOpen { return true }
    guard let identifier = (try? call.request.target.query)?["client_id"] else {
      return known.all.contains(origin.lowercased())
    }
    return known.byClient[identifier]?.contains(origin.lowercased()) ?? false
  }

  private func originFindings(_ origin: String?, _ isAllowed: Bool) -> [Finding] {
    guard let origin else { return [] }
    guard isAllowed else { return [Finding(CriiptoRules.originUnregistered, origin)] }
    let isRegistered = origins.table(of: sandbox).all.contains(origin.lowercased())
    return isRegistered ? [] : [Finding(CriiptoRules.originUnchecked, origin)]
  }

  /// `Prefer: return-trace-id` (§1.7).
  private func wantsTrace(_ request: Request) -> Bool {
    request.headers.values("Prefer").contains { $0.lowercased().contains("return-trace-id") }
  }

  /// The caller's trace, if it sends a valid `traceparent` (Trace Context §3.2); otherwise a new one.
  private func traceIdentifier(of request: Request) -> String {
    if let sent = request.headers["traceparent"], let trace = Criipto.trace(in: sent) { return trace }
    return sandbox.environment.identifier(
      length: 32, from: .hexadecimal, ordinal: sandbox.nextCall(), purpose: "criipto/trace")
  }

  /// The trace of `VERSION-TRACE-PARENT-FLAGS`, behind which versions after the first may say more.
  private static func trace(in parent: String) -> String? {
    let parts = parent.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 4, zip(parts, [2, 32, 16, 2]).allSatisfy({ isHexadecimal($0, count: $1) }),
      parts[0] != "ff", parts[0] != "00" || parts.count == 4,
      parts[1...2].allSatisfy({ $0.contains { $0 != "0" } })
    else { return nil }
    return String(parts[1])
  }

  private static func isHexadecimal(_ text: Substring, count: Int) -> Bool {
    text.utf8.count == count && text.allSatisfy { ("0"..."9").contains($0) || ("a"..."f").contains($0) }
  }
}
