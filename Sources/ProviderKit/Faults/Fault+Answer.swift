import Flow
import HTTP
import JSON

/// A fault that struck an answer and did not change what it means to.
package struct IdleFault: Sendable, Hashable {
  let fault: Fault
  /// What the answer is, for a sentence about it.
  let reason: String
}

extension Array where Element == Fault {
  /// The response that a fault gives instead of the endpoint, which then has no effect.
  var answerInstead: Response? {
    for fault in self {
      guard case .respond(let status, let headers, let body) = fault.action else { continue }
      var response = Response(Status(status))
      switch body {
      case .json(let json):
        response.headers.append("Content-Type", "application/json")
        response.body = json.bytes()
      case .text(let text):
        response.headers.append("Content-Type", "text/plain; charset=utf-8")
        response.body = [UInt8](text.utf8)
      case nil: break
      }
      for field in headers { response.headers.set(field.name, field.value) }
      return response
    }
    return nil
  }

  /// Changes the parts of an answer that these faults name, and returns those that do not change what they mean to.
  func alter(_ response: inout Response) -> [IdleFault] {
    compactMap { fault in
      guard case .alter(let status, let headers, let body) = fault.action else { return nil }
      let before = response
      if let status { response.status = Status(status) }
      for field in headers { response.headers.set(field.name, field.value) }
      if !body.isEmpty {
        guard let json = try? JSON(parsing: response.body), json.object != nil else {
          return IdleFault(fault: fault, reason: "is not a JSON object")
        }
        let altered = json.merging(.object(body))
        if altered != json { response.body = altered.bytes() }
      }
      let isSame =
        response.status == before.status && response.body == before.body
        && headers.allSatisfy { before.headers[$0.name] == $0.value }
      return isSame ? IdleFault(fault: fault, reason: "says so anyway") : nil
    }
  }

  /// The result of a fetch that these faults strike; `nil` if they leave the document alone.
  func fetchedInstead(_ document: DocumentNeeded) -> Result<FetchedDocument, FetchError>? {
    if let response = answerInstead {
      return .success(
        FetchedDocument(status: response.status, headers: response.headers, body: response.body))
    }
    for fault in self {
      switch fault.action {
      case .respond, .alter, .rotateKeys: break
      case .delay(.fixed(let delay)) where delay < document.timeout: break
      // Dripping bytes come too late as well.
      case .delay, .drip: return .failure(.timedOut(document.timeout))
      case .reset: return .failure(.notConnected("Connection reset by peer"))
      case .empty, .loseAnswer, .truncate: return .failure(.malformedAnswer("it ended early"))
      case .garbage: return .failure(.malformedAnswer("it is not HTTP"))
      }
    }
    return nil
  }

  var rotatesKeys: Bool { contains { $0.action == .rotateKeys } }

  func transmission(_ randomBytes: (Int) -> [UInt8]) -> Transmission {
    var transmission = Transmission()
    for fault in self {
      switch fault.action {
      case .respond, .alter, .rotateKeys: break
      case .delay(let delay): transmission.after += delay.length(randomBytes(16))
      case .reset: transmission.shape = .reset
      case .empty, .loseAnswer: transmission.shape = .empty
      case .truncate(let bytes): transmission.shape = .truncated(bytes: bytes ?? 20)
      case .drip(let duration): transmission.shape = .drip(over: duration)
      case .garbage: transmission.shape = .garbage(randomBytes(64))
      }
    }
    return transmission
  }
}

extension Fault.Delay {
  /// Takes sixteen random bytes.
  func length(_ randomBytes: [UInt8]) -> Duration {
    switch self {
    case .fixed(let duration): duration
    case .uniform(let from, let to): from + (to - from) * unit(randomBytes[0..<8])
    case .lognormal(let median, let sigma): median * min(1000, exponential(sigma * normal(randomBytes)))
    }
  }

  /// Uniform in 0..<1, from eight bytes.
  private func unit(_ bytes: ArraySlice<UInt8>) -> Double {
    Double(bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 11) / Double(1 << 53)
  }

  /// Standard normal: the sum of twelve uniform numbers less six is close enough for delays.
  private func normal(_ bytes: [UInt8]) -> Double {
    bytes.prefix(12).reduce(0.0) { $0 + (Double($1) + 0.5) / 256 } - 6
  }

  /// The power series at a 1024th of the exponent, squared ten times; exact enough for delays, and without libm.
  private func exponential(_ exponent: Double) -> Double {
    let small = exponent / 1024
    var power = 1 + small + small * small / 2 + small * small * small / 6
    for _ in 0..<10 { power *= power }
    return power
  }
}
