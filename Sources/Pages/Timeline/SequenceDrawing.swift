import Flow
import HTTP

/// A sequence as SVG: a lane for each party, time running down, with the times on the left.
///
/// The style sheet has colours and lines; `HTML` escapes all texts.
struct SequenceDrawing {
  private let sequence: MessageSequence
  private let start: Instant
  private let parties: [Party]

  private let lane: Int
  /// The width of the column of times.
  private static let axis = 84
  private static let top = 54
  private static let step = 36

  /// - Parameter isNarrow: true for a pane beside others.
  init(_ sequence: MessageSequence, startingAt start: Instant, isNarrow: Bool = false) {
    (self.sequence, self.start) = (sequence, start)
    lane = isNarrow ? 116 : 168
    parties = sequence.parties
  }

  var svg: HTML {
    let height = Self.top + Self.step * (sequence.rows.count + 1)
    let width = max(Self.axis + lane * parties.count + 32, widest)
    let rows = sequence.rows.enumerated().map { index, row in
      let y = Self.top + Self.step * (index + 1)
      // Everything that one call causes has the same time, which is shown once.
      let isNext = index > 0 && sequence.rows[index - 1].at == row.at
      return "\(isNext ? nil : moment(row.at, y))\(draw(row, at: y))" as HTML
    }
    return """
      <svg class="sequence" role="group" aria-label="What happened, in order" data-testid="diagram" \
      width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
      <defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="10" markerHeight="10" \
      markerUnits="userSpaceOnUse" orient="auto">\
      <path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>
      \(parties.map { head($0, height) })
      \(rows)
      </svg>
      """
  }

  /// Where the states end on the right: their names may be wider than the lane that they stand on.
  private var widest: Int {
    let widths = sequence.rows.compactMap { row -> Int? in
      if case .state(let state, _) = row { Self.width(of: state) } else { nil }
    }
    return widths.max().map { x(.emulator) + $0 / 2 + 4 } ?? 0
  }

  private static func width(of state: String) -> Int { max(60, 16 + 8 * min(state.count, 24)) }

  private func moment(_ at: Instant, _ y: Int) -> HTML {
    "<text class=\"moment\" x=\"\(Self.axis - 8)\" y=\"\(y)\" text-anchor=\"end\">\(offset(at))</text>"
  }

  private func x(_ party: Party) -> Int {
    Self.axis + lane * (parties.firstIndex(of: party) ?? 0) + lane / 2
  }

  private func head(_ party: Party, _ height: Int) -> HTML {
    """
    <line class="life" x1="\(x(party))" y1="40" x2="\(x(party))" y2="\(height - 8)"/>\
    <rect class="party" x="\(x(party) - lane / 2 + 4)" y="8" width="\(lane - 8)" height="30" rx="6"/>\
    <text class="party-name" x="\(x(party))" y="28" text-anchor="middle">\(party.name)</text>

    """
  }

  private func draw(_ row: MessageSequence.Row, at y: Int) -> HTML {
    switch row {
    case .state(let state, let at): draw(state, at, y)
    case .message(let message): draw(message, y)
    }
  }

  private func draw(_ state: String, _ at: Instant, _ y: Int) -> HTML {
    let width = Self.width(of: state)
    return """
      <g class="state"><title>\(state), \(offset(at))</title>\
      <rect x="\(x(.emulator) - width / 2)" y="\(y - 16)" width="\(width)" height="24" rx="12"/>\
      <text x="\(x(.emulator))" y="\(y)" text-anchor="middle">\(cut(state, to: 24))</text></g>

      """
  }

  private func draw(_ message: MessageSequence.Message, _ y: Int) -> HTML {
    let (from, to) = (x(message.from), x(message.to))
    let end = to + (from < to ? -3 : 3)
    let letters = abs(to - from) / 7 - 2
    let body: HTML = """
      <title>\(message.from.name) to \(message.to.name), \(offset(message.at)): \(message.text)</title>\
      <line x1="\(from)" y1="\(y)" x2="\(end)" y2="\(y)" marker-end="url(#tip)"/>\
      <text x="\((from + to) / 2)" y="\(y - 6)" text-anchor="middle">\(cut(message.text, to: letters))</text>
      """
    let classes = "message \(message.kind.rawValue)\(message.isMarked ? " marked" : "")"
    guard let anchor = message.anchor else { return "<g class=\"\(classes)\">\(body)</g>\n" }
    return "<a class=\"\(classes)\" href=\"#\(anchor)\">\(body)</a>\n"
  }

  private func offset(_ at: Instant) -> String { TimeOffset.text(from: start, to: at) }

  private func cut(_ text: String, to length: Int) -> String {
    text.count <= length ? text : text.prefix(max(length - 1, 1)) + "…"
  }
}

/// The time from the start of a transaction, for people.
enum TimeOffset {
  /// Such as `+1.250 s`.
  static func text(from start: Instant, to moment: Instant) -> String {
    let milliseconds = (moment - start).wholeMilliseconds
    let (seconds, rest) = abs(milliseconds).quotientAndRemainder(dividingBy: 1000)
    let digits = String(repeating: "0", count: 3 - "\(rest)".count) + "\(rest)"
    return "\(milliseconds < 0 ? "-" : "+")\(seconds).\(digits) s"
  }
}
