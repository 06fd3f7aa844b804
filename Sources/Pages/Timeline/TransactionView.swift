import Flow
import Frame
import HTTP
import JOSE
import JSON
import ProviderKit

/// The page of a transaction: who, which scenario and why, the sequence, every message, what was wrong.
struct TransactionView {
  private let base: String
  private let transaction: TransactionSummary
  private let providers: Providers
  private let now: Instant
  private let states: [ChangeLog.Change]
  private let deliveries: [DeliveryRecord]
  private let findings: SeenFindings
  /// How many exchanges the sandbox has forgotten.
  private let forgotten: Int
  private let client: String
  private let keys: KeyRing
  private let clientKeys: [JWK]
  /// The messages of the whole transaction; `first` is the index of the first one on this page.
  private let all: [Passage]
  private let first: Int
  /// `nil` on the page itself.
  private let file: LoginFile?
  /// Of a file; `nil` on the page itself.
  private let redaction: Redaction?

  /// The maximum number of messages on a page, and roughly of the bytes they fill: a page stays below 100 kB.
  private static let limit = (passages: 24, bytes: 48 << 10)

  /// - Parameter first: the index of the first message on the page; clamped to the existing ones.
  init(
    _ transaction: TransactionSummary, in sandbox: Sandbox, _ providers: Providers, at now: Instant,
    base: String, from first: Int = 0, as file: LoginFile? = nil, hidesSecrets: Bool = false
  ) {
    (self.base, self.transaction, self.providers, self.file) = (base, transaction, providers, file)
    let identifier = transaction.identifier
    self.now = now
    states = sandbox.changes.changes(after: 0).filter { $0.transaction.identifier == identifier }
    deliveries = sandbox.deliveries.records.filter { $0.transaction == identifier }
    let journal = sandbox.journal.entries()
    let own = journal.filter { $0.transaction == identifier }
    forgotten = sandbox.journal.forgotten
    findings = SeenFindings(journal, sandbox.findings.occurrences())
    client = sandbox.library.world.name(ofClient: transaction.client, of: transaction.provider)
    keys = sandbox.keys
    clientKeys = sandbox.knownKeys(of: transaction.client, of: transaction.provider, at: now)
    all = Passage.passages(of: own.filter { $0.exchange.direction == .incoming })
    self.first = min(max(first, 0), max(all.count - 1, 0))
    redaction = hidesSecrets ? Redaction(exporting: own.map(\.exchange)) : nil
  }

  // MARK: The page

  var title: String { "\(transaction.provider) \(transaction.identifier)" }

  var content: HTML {
    fresh(
      """
      \(head)
      \(course(isNarrow: false))
      \(webhooks)
      \(findingList)
      \(stateTable)
      """)
  }

  /// The sequence by itself, for a pane of the stage.
  var sequence: HTML {
    fresh(
      """
      \(course(isNarrow: true))
      <p><a href="\(base)/transactions/\(path)" target="_blank" rel="noopener" data-testid="whole-login">The whole login, in a window of its own</a></p>
      """)
  }

  private func fresh(_ content: HTML) -> HTML {
    """
    <div data-fresh="transaction,journal,finding" data-fresh-transaction="\(transaction.identifier)" \
    data-client="\(transaction.client)" data-part="transaction">
    \(content)
    </div>
    """
  }

  /// The diagram, and beside or below it the messages.
  private func course(isNarrow: Bool) -> HTML {
    let (messages, end) = messages
    let shown = Array(all[first..<end])
    // Steps, states and webhooks are shown if they fall into the time of the page's messages.
    let from = first == 0 ? transaction.started : shown.first?.first.at ?? transaction.started
    let to = end == all.count ? nil : all[end].first.at
    let isShown = { (at: Instant) in at >= from && (to.map { at < $0 } ?? true) }
    let sequence = MessageSequence(
      of: transaction, shown, states: states.filter { isShown($0.at) }, deliveries: deliveries,
      now: now, providers: providers, isShown: isShown)
    return """
      <div class="course">
      <div class="drawn">
      \(isNarrow ? nil : "<h2>What happened</h2>" as HTML)
      <div class="scroll" role="region" aria-label="Diagram" tabindex="0">
      \(SequenceDrawing(sequence, startingAt: transaction.started, isNarrow: isNarrow).svg)
      </div>
      </div>
      <div>
      <h2>Messages</h2>
      \(pages(end))
      <div data-testid="messages">
      \(messages)\(absence)
      </div>
      </div>
      </div>
      """
  }

  /// A note on what is no longer kept of it.
  private var absence: HTML? {
    guard forgotten > 0 else {
      return all.isEmpty ? "<p>The journal no longer has any of it.</p>" : nil
    }
    guard all.reduce(0, { $0 + $1.count }) < transaction.calls.count else { return nil }
    return """
      <p data-testid="forgotten">\(all.isEmpty ? "Its" : "Some of its") exchanges were forgotten: \
      <code>--keep</code> bounds what all sandboxes keep.</p>
      """
  }

  private var head: HTML {
    let vocabulary = providers[transaction.provider].map {
      type(of: $0).vocabulary
    }
    let eID = all.first.flatMap {
      PhoneApp.eID(of: transaction.provider, asked: LoginCalls.asked(by: $0.first.exchange.request))
    }
    let person: HTML =
      transaction.isIdentified
      ? "<code data-copies=\"the person’s key\">\(transaction.person)</code>" : "nobody"
    return """
      <h1>\(eID ?? vocabulary?.title ?? transaction.provider) <code data-copies="the login’s id">\(transaction.identifier)</code></h1>
      \(LoginAnswer(transaction, at: client, outcome, vocabulary, all.flatMap { findings.of($0.last) }).html)
      <dl class="facts">
      <div><dt>State</dt><dd><strong data-testid="state">\(outcome)</strong></dd></div>
      <div><dt>Client</dt><dd><span data-copies="the client’s id">\(HTML.foreign(transaction.client))</span></dd></div>
      <div><dt>Person</dt><dd>\(person)</dd></div>
      <div><dt>Began</dt><dd>\(TimeText(transaction.started).ago(from: now))</dd></div>
      <div><dt>Over at</dt><dd>\(TimeText(transaction.ends).short)</dd></div>
      </dl>
      \(ScenarioSection(transaction: transaction, isOnPage: file == nil).html)
      \(file == nil ? links : nil)
      """
  }

  private var links: HTML {
    let page = "\(base)/transactions/\(path)"
    let login = "\(base)/_eidolon/transactions/\(path)"
    let har: HTML = "\(base)/_eidolon/journal?transaction=\(path)&amp;format=har"
    return """
      <p class="links"><span>Take it along, without secrets:</span>
      <a href="\(page)/file" download data-testid="file">One HTML file</a>
      <a href="\(page)/sequence.svg" download data-testid="svg">Diagram as SVG</a>
      <a href="\(har)&amp;secrets=hidden" download="login-\(path).har" data-testid="har">HAR</a>
      <a href="\(login)/export?secrets=hidden" data-testid="export">Replay as scenario</a>
      <a href="\(login)?secrets=hidden" data-testid="json">JSON</a>
      <span><a href="\(page)" data-copies="the link of this login" data-testid="permalink">Link</a></span></p>
      <p class="links"><span>With secrets, as they were:</span>
      <a href="\(page)/file?secrets=shown" download data-testid="file-secrets">HTML file</a>
      <a href="\(har)" download="login-\(path).har" data-testid="har-secrets">HAR</a>
      <a href="\(login)/export" data-testid="export-secrets">Scenario</a>
      <a href="\(base)/_eidolon/journal?transaction=\(path)">Journal</a></p>
      <p class="row"><button type="button" hidden data-repeats data-testid="run-again">Run it again</button>
      <span role="status" id="said" data-testid="said"></span></p>
      """
  }

  /// The last state that tells how it went; "ended" does not.
  private var outcome: String {
    guard transaction.isEnded else { return transaction.state }
    return states.last { !$0.transaction.isEnded && $0.isNewState }?.transaction.state ?? transaction.state
  }

  private var path: String { PercentCoding.encode(transaction.identifier) }

  /// The messages that fit, and the index after the last of them.
  private var messages: (html: HTML, end: Int) {
    var (html, end) = ("", first)
    let limit = file == nil ? Self.limit : LoginFile.limit
    while end < all.count, end - first < limit.passages {
      let next = view(of: all[end]).html.text
      guard html.isEmpty || html.utf8.count + next.utf8.count <= limit.bytes else { break }
      html += next
      end += 1
    }
    return (HTML(markup: html), end)
  }

  private func view(of passage: Passage) -> MessageView {
    let entry = passage.last
    let provider = providers[entry.provider]
    let caller = Party(calling: entry.endpoint, of: provider)
    // Tokens are decoded before they are redacted.
    let tokens = TokenContents.of(
      entry.exchange, openedWith: keys, clientKeys: clientKeys, keepsText: true)
    return MessageView(
      passage: passage.redacted(redaction), parties: (caller.name, Party.emulator.name),
      start: transaction.started,
      findings: findings.of(entry),
      tokens: tokens.redacted(redaction),
      journal: "\(base)/_eidolon/journal?after=\(entry.number - 1)&limit=1", traffic: "\(base)/traffic")
  }

  private func pages(_ end: Int) -> HTML {
    guard first > 0 || end < all.count else { return "" }
    let address = "\(base)/transactions/\(path)"
    let previous: HTML? =
      first > 0 ? "<a href=\"\(address)?from=\(max(0, first - Self.limit.passages))\">Earlier</a> " : nil
    let next: HTML? =
      end < all.count ? "<a href=\"\(address)?from=\(end)\" data-testid=\"later\">Later</a>" : nil
    return """
      <nav aria-label="Messages"><p>Messages \(first + 1) to \(end) of \(all.count). \(previous)\(next)</p></nav>
      """
  }

  /// The diagram as a picture.
  var picture: String {
    let sequence = MessageSequence(
      of: transaction, all, states: states, deliveries: deliveries, now: now, providers: providers,
      isShown: { _ in true })
    let picture = LoginFile.picture(SequenceDrawing(sequence, startingAt: transaction.started).svg)
    return redaction?.text(picture) ?? picture
  }

  /// The page as a file.
  var document: String {
    let content = content.text
    return file?.document(title: title, redaction?.text(content) ?? content, at: now) ?? ""
  }

  // MARK: Beside the messages

  private var webhooks: HTML? {
    guard !deliveries.isEmpty else { return nil }
    return
      "<h2>Webhooks</h2>\n\(deliveries.map { DeliveryView(record: $0, start: transaction.started).html })"
  }

  private var findingList: HTML {
    let findings = all.flatMap { self.findings.of($0.last) }
    guard !findings.isEmpty else {
      return "<h2>Findings</h2>\n<p data-testid=\"no-findings\">No rule was broken.</p>"
    }
    var known: Set<String> = []
    let once = findings.filter { known.insert($0.finding.rule.identifier + $0.finding.rule.message).inserted }
    return "<h2>Findings</h2>\n\(once.map(FindingView.html))"
  }

  private var stateTable: HTML {
    let rows = states.map { change -> HTML in
      """
      <tr><td>\(TimeOffset.text(from: transaction.started, to: change.at))</td><td>\(change.transaction.isEnded ? "ended" : change.transaction.state)</td></tr>

      """
    }
    return """
      <h2>States</h2>
      <table class="list" data-testid="states">
      <thead><tr><th scope="col">Seen after</th><th scope="col">State</th></tr></thead>
      <tbody>
      \(rows)
      </tbody>
      </table>
      """
  }
}
