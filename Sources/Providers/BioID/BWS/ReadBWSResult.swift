import Flow
import HTTP
import JSON
import ProviderKit

extension BioID {
  /// `GET result`: what came out of the last operation with a token; with Basic, never with Bearer (§1.5).
  func result(_ call: Call) -> Outcome {
    var findings: [Finding] = []
    do throws(BWSRefusal) {
      let application = try application(call, &findings, otherScheme: BWSResultRules.notBasic)
      let token = try askedToken(call.request)
      let noted = operations.call(at: BioIDEndpoint.result, of: token, for: call) { $0.detail.token == token }
      guard let transaction = noted.transaction else {
        throw unknown(token, switches(of: application.client))
      }
      let presented = PresentedBWSToken(transaction: transaction, faults: noted.faults)
      if let instead = noted.answerInstead { return .answer(instead) }
      do throws(BWSRefusal) {
        try check(transaction, isAskedBy: application)
      } catch { return refuse(error, presented, findings, challenge: BWSRefusal.basic) }
      return read(presented, findings)
    } catch { return refuse(error, nil, findings, challenge: BWSRefusal.basic) }
  }

  private func askedToken(_ request: Request) throws(BWSRefusal) -> String {
    guard let token = (try? request.target.query)?["access_token"], !token.isEmpty else {
      throw BWSRefusal(.badRequest, BWSResultRules.tokenMissing, "", "The access token is missing")
    }
    return token
  }

  /// Signature and application count, the token's end does not, unless a switch says so (§5).
  private func check(
    _ transaction: Transaction<BWSOperation>, isAskedBy application: BWSApplication
  ) throws(BWSRefusal) {
    guard transaction.client == application.identifier else {
      throw refused(
        application.client, BWSResultRules.otherApplication,
        "the token is of \(transaction.client), asked for by \(application.identifier)", "Access denied")
    }
    let isStrict = transaction.detail.switches[.resultAfterExpiry].word == "refuse"
    if transaction.detail.isForged || isStrict { try check(transaction) }
  }

  private func read(_ presented: PresentedBWSToken, _ findings: [Finding]) -> Outcome {
    let now = operations.now
    let read = operations.update(presented.transaction.identifier) {
      transaction -> (BWSOperation, isFirst: Bool) in
      // The app may have done its work since somebody last looked.
      runApp(&transaction, at: now)
      let isFirst = transaction.detail.result != nil && !transaction.detail.isResultRead
      if isFirst { transaction.detail.isResultRead = true }
      return (transaction.detail, isFirst)
    }
    guard let (operation, isFirst) = read, let result = operation.result else {
      return accept(Response(204), presented, findings + [Finding(BWSResultRules.early)])
    }
    if isFirst { operations.transactions.complete(presented.transaction.ordinal) }
    let fields = operation.switches[.crossOrigin].isOn ? BioID.resultFieldsForScripts : BioID.resultFields
    let response = Response(.ok, headers: fields, body: BioID.document(result, of: operation))
    return accept(response, presented, findings)
  }

  private static let resultFields: Headers = ["Content-Type": "application/json"]

  /// With all that every answer gets, so that nothing has to be added to what is sent so often.
  private static let resultFieldsForScripts: Headers = [
    "Content-Type": "application/json", CrossOrigin.allowField: "*", "Eidolon": "emulator",
  ]

  /// Members in the order of the vendor's page (§1.5).
  private static func document(_ result: BWSResult, of operation: BWSOperation) -> [UInt8] {
    var body = JSONText()
    body.add("Action", operation.request.task.action)
    body.add("BCID", bcid(of: operation))
    body.add("Success", result.isSuccess)
    body.add("Error", result.error?.rawValue)
    if !result.matches.isEmpty {
      body.add(
        "Matches",
        JSON.array(result.matches.map { ["BCID": .string($0.bcid.text), "Score": .decimal($0.score)] }))
    }
    return body.bytes()
  }

  /// An identification names the partition; without a BCID the member is left out (§5).
  private static func bcid(of operation: BWSOperation) -> String? {
    guard let bcid = operation.request.bcid else {
      return operation.switches[.missingBCID].word == "empty" ? "" : nil
    }
    let isPartition =
      operation.request.task == .identify && operation.switches[.identificationBCID].word == "partition"
    return isPartition ? bcid.wholePartition.text : bcid.text
  }

  /// Whether the app came back and nobody asked what came out: the relying party lets the person in all the same (§4.2).
  func isUnread(_ transaction: Transaction<BWSOperation>) -> Bool {
    transaction.detail.app?.ending == .finished
      && !transaction.calls.contains { $0.endpoint == BioIDEndpoint.result.rawValue }
  }
}
