/// What the parser found in the bytes so far.
package enum ParseEvent: Sendable, Hashable {
  /// All input is consumed, and the request goes on.
  case needMore
  /// The client may wait before it sends its content: send `100 Continue`, then go on (RFC 9110 §10.1.1).
  case expectContinue
  /// A complete request; `keepAlive` if the connection may carry another one.
  case request(Request, keepAlive: Bool)
  /// The bytes break a rule: answer and close; whatever follows is dropped.
  case refuse(Refusal)
}

/// Reads requests from a stream of bytes and never sees a socket; the events are the same however the stream
/// is cut.
///
/// A request that is whole in one input is copied once and goes through the stack; the parts of a cut one are
/// kept in a box that exists only while it is read. An idle parser owns no memory.
package struct RequestParser: Sendable {
  private enum Phase: Sendable {
    /// Before a request line, after so many bytes of empty lines.
    case between(blankBytes: Int)
    /// In a head, whose bytes so far are in `collected`.
    indirect case head(HeadScanner)
    /// After this head, in the content, whose bytes so far are in `collected`.
    indirect case content(Head, ContentReader)
    /// After the last request of the connection.
    case finished
    /// After a bad message.
    indirect case refused(Refusal)
  }

  /// A request without its content.
  private struct Head: Sendable {
    let request: Request
    let framing: Framing
  }

  /// RFC 9112 §2.2 asks to skip at least one empty line before a request; more than a few are a mistake.
  private static let blankLineLimit = 4

  private let limits: Limits
  private var phase = Phase.between(blankBytes: 0)
  /// The bytes of a cut head or content, owned only here so that they grow in place.
  private var collected: [UInt8] = []

  /// For one connection.
  package init(limits: Limits = Limits()) { self.limits = limits }

  /// True if the parser is between requests.
  package var isIdle: Bool { if case .between = phase { true } else { false } }

  /// True if a head has begun and is not complete.
  package var isInHead: Bool { if case .head = phase { true } else { false } }

  /// Consumes bytes from the front of `input` and returns what they amount to.
  ///
  /// Call it again with the bytes after `consumed` until it returns `needMore`, which means that all are
  /// consumed. After a request that ends the connection all bytes are dropped (RFC 9112 §9.6).
  package mutating func next(_ input: Span<UInt8>) -> (consumed: Int, event: ParseEvent) {
    do throws(Refusal) {
      switch phase {
      case .between(let blankBytes): return try begin(input, blankBytes)
      case .head(let scanner): return try continueHead(scanner, input)
      case .content(let head, let reader): return try readContent(head, reader, input, from: 0)
      case .finished: return (input.count, .needMore)
      case .refused(let refusal): return (input.count, .refuse(refusal))
      }
    } catch {
      collected = []
      phase = .refused(error)
      return (input.count, .refuse(error))
    }
  }

  private mutating func begin(
    _ input: Span<UInt8>, _ blankBytes: Int
  ) throws(Refusal) -> (consumed: Int, event: ParseEvent) {
    var start = 0
    var blankBytes = blankBytes
    while start < input.count {
      if blankBytes % 2 == 1 {
        guard input[start] == .lineFeed else { throw .bareCarriageReturn }
      } else if input[start] == .carriageReturn {
        guard blankBytes / 2 < Self.blankLineLimit else { throw .tooManyBlankLines }
      } else {
        break
      }
      blankBytes += 1
      start += 1
    }
    phase = .between(blankBytes: blankBytes)
    guard start < input.count else { return (start, .needMore) }

    let bytes = input.extracting(start...)
    var scanner = HeadScanner()
    guard try scan(bytes, &scanner) else {
      collected = Array(copying: bytes)
      phase = .head(scanner)
      return (input.count, .needMore)
    }
    let head = Array(copying: bytes.extracting(first: scanner.fieldScanner.position))
    let (request, framing) = try finishHead(head, scanner)
    return try proceed(request, framing, input, from: start + scanner.fieldScanner.position)
  }

  private mutating func continueHead(
    _ scanner: HeadScanner, _ input: Span<UInt8>
  ) throws(Refusal) -> (consumed: Int, event: ParseEvent) {
    var scanner = scanner
    let known = collected.count
    collected.append(copying: input.extracting(first: limits.headerBytes - known))
    guard try scan(collected.span, &scanner) else {
      phase = .head(scanner)
      return (input.count, .needMore)
    }
    let end = scanner.fieldScanner.position
    collected.removeLast(collected.count - end)
    let head = collected
    collected = []
    let (request, framing) = try finishHead(head, scanner)
    return try proceed(request, framing, input, from: end - known)
  }

  /// Reads on in a head; true once it is complete.
  private func scan(_ head: Span<UInt8>, _ scanner: inout HeadScanner) throws(Refusal) -> Bool {
    do throws(Refusal) {
      return try scanner.scan(head, limits)
    } catch {
      throw error.of(scanner.line.map { Target(bytes: Array(copying: head), layout: $0.target) })
    }
  }

  /// The request of a complete head, without its content.
  private func finishHead(
    _ bytes: [UInt8], _ scanner: HeadScanner
  ) throws(Refusal) -> (Request, Framing) {
    guard let line = scanner.line else { throw .malformedRequestLine }
    let headers = Headers(bytes: bytes, fields: scanner.fieldScanner.fields)
    let target = Target(bytes: bytes, layout: line.target)
    let request = Request(
      method: line.method, target: target, version: line.version, headers: headers, body: [])
    do throws(Refusal) {
      return (request, try Framing(headers, version: line.version, limits: limits))
    } catch {
      throw error.of(target)
    }
  }

  /// Continues after a complete head, at `start` of the input.
  private mutating func proceed(
    _ request: Request, _ framing: Framing, _ input: Span<UInt8>, from start: Int
  ) throws(Refusal) -> (consumed: Int, event: ParseEvent) {
    guard framing.content != .length(0) else {
      phase = framing.keepAlive ? .between(blankBytes: 0) : .finished
      return (start, .request(request, keepAlive: framing.keepAlive))
    }
    let head = Head(request: request, framing: framing)
    let reader = ContentReader(framing.content)
    // Even if the content is there already, so that the events do not depend on how the bytes were cut.
    guard !framing.expectsContinue else {
      phase = .content(head, reader)
      return (start, .expectContinue)
    }
    return try readContent(head, reader, input, from: start)
  }

  private mutating func readContent(
    _ head: Head, _ reader: ContentReader, _ input: Span<UInt8>, from start: Int
  ) throws(Refusal) -> (consumed: Int, event: ParseEvent) {
    var reader = reader
    let (consumed, isComplete): (Int, Bool)
    do throws(Refusal) {
      (consumed, isComplete) = try reader.take(input.extracting(start...), limits, into: &collected)
    } catch {
      throw error.of(head.request.target)
    }
    guard isComplete else {
      phase = .content(head, reader)
      return (start + consumed, .needMore)
    }
    var request = head.request
    request.body = collected
    collected = []
    phase = head.framing.keepAlive ? .between(blankBytes: 0) : .finished
    return (start + consumed, .request(request, keepAlive: head.framing.keepAlive))
  }
}
