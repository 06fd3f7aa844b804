import Flow
import HTTP
import JSON
import ProviderKit

extension BioID {
  /// `GET result`: the result of the last operation with a token; authenticated with Basic, never Bearer (§1.5).
  func result(_ call: OwnedCall<BWSOperation>, by application: BWSApplication) -> Outcome {
    guard let transaction = call.transaction else {
      let switches = switches(of: application.client)
      let refusal = unknown(call.handle, switches)
      var answer = refused(refusal, application.findings)
      // A result may be asked for after the token's end (§5), but is not kept for ever: nobody is to blame.
      if refusal.finding.rule == BWSAuthenticationRules.tokenExpired,
        switches[.resultAfterExpiry].word != "refuse"
      {
        answer.findings = application.findings
      }
      return .answer(answer)
    }
    return read(transaction, application, at: call.now)
  }

  func askForResult(_ call: Call) -> CallReading<BWSApplication, BWSOperation> {
    var findings: [Finding] = []
    do throws(BWSRefusal) {
      let application = try self.application(call, otherScheme: BWSResultRules.notBasic)
      findings = application.findings
      let token = try askedToken(call.request)
      return .accepted(application, handle: token) { $0.detail.token == token }
    } catch { return .refused(refused(error, findings)) }
  }

  private func askedToken(_ request: Request) throws(BWSRefusal) -> String {
    guard let token = (try? request.target.query)?["access_token"], !token.isEmpty else {
      throw BWSRefusal(.badRequest, BWSResultRules.tokenMissing, "", "The access token is missing")
    }
    return token
  }

  /// The token must be genuine and the application's own; it may have expired unless a switch forbids that (§5).
  private func check(
    _ transaction: Transaction<BWSOperation>, isAskedBy application: BWSApplication, at now: Instant
  ) throws(BWSRefusal) {
    guard transaction.client == application.identifier else {
      throw refused(
        application.client, BWSResultRules.otherApplication,
        "the token is of \(transaction.client), asked for by \(application.identifier)", "Access denied")
    }
    let isStrict = transaction.detail.switches[.resultAfterExpiry].word == "refuse"
    if transaction.detail.isForged || isStrict { try check(transaction, at: now) }
  }

  private func read(
    _ transaction: Transaction<BWSOperation>, _ application: BWSApplication, at now: Instant
  ) -> Outcome {
    let findings = application.findings
    do throws(BWSRefusal) {
      try check(transaction, isAskedBy: application, at: now)
    } catch { return refuse(error, on: transaction, findings, challenge: BWSRefusal.basic) }
    let read = operations.update(transaction.identifier) {
      transaction -> (BWSOperation, isFirst: Bool) in
      // The app may have finished since the transaction was last read.
      runApp(&transaction, at: now)
      let isFirst = transaction.detail.result != nil && !transaction.detail.isResultRead
      if isFirst { transaction.detail.isResultRead = true }
      return (transaction.detail, isFirst)
    }
    guard let (operation, isFirst) = read, let result = operation.result else {
      // After an abort the app has returned, so asking is not too early.
      let early = read?.0.app?.ending == nil ? [Finding(BWSResultRules.early)] : []
      return accept(Response(204), on: transaction, findings + early)
    }
    if isFirst { operations.transactions.complete(transaction.ordinal) }
    return accept(.json(.ok, BioID.document(result, of: operation)), on: transaction, findings)
  }

  /// The members are in the order of the vendor's page (§1.5).
  private static func document(_ result: BWSResult, of operation: BWSOperation) -> [UInt8] {
    var body: JSONObject = ["Action": .string(operation.request.task.action)]
    body["BCID"] = bcid(of: operation).map(JSON.string)
    body["Success"] = .bool(result.isSuccess)
    body["Error"] = (result.error?.rawValue).map(JSON.string)
    if !result.matches.isEmpty {
      body["Matches"] = .array(
        result.matches.map { ["BCID": .string($0.bcid.text), "Score": .decimal($0.score)] })
    }
    return JSON.object(body).bytes()
  }

  /// An identification names the partition; `nil` leaves the member out (§5).
  private static func bcid(of operation: BWSOperation) -> String? {
    guard let bcid = operation.request.bcid else {
      return operation.switches[.missingBCID].word == "empty" ? "" : nil
    }
    let isPartition =
      operation.request.task == .identify && operation.switches[.identificationBCID].word == "partition"
    return isPartition ? bcid.wholePartition.text : bcid.text
  }
}
