import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/deliveries`: the messages to relying parties, such as webhooks, with every attempt.
enum DeliveriesResource {
  static let routes = [
    ControlRoute(
      .get, "deliveries", "The messages to relying parties, such as webhooks, with every attempt.",
      [.provider, .client, .transaction],
      answers: [
        .json(
          "The deliveries that are kept.",
          .answer(["deliveries": .list(.component("Delivery"))], optional: ["note": .noteOnClient]))
      ], problems: [.unknownName, .unknownTransaction], weight: .heavy, list),
    ControlRoute(
      .post, "deliveries/{number}/resend", "Sends a delivery once more, whatever came of it.",
      answers: [.json("The delivery.", .component("Delivery"))], resend),
  ]

  static func list(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let provider = try call.query("provider")
    let client = try call.query("client")
    let transaction = try call.query("transaction")
    let note = try call.checkNames(provider: provider, client: client)
    let all = call.sandbox.deliveries.records
    // A login may be forgotten before its messages are.
    if !all.contains(where: { $0.transaction == transaction }) { try call.checkTransaction(transaction) }
    let records = all.filter { record in
      (provider.map { $0 == record.provider } ?? true)
        && (client.map { $0 == record.delivery.client } ?? true)
        && (transaction.map { $0 == record.transaction } ?? true)
    }
    var answer: JSONObject = ["deliveries": .array(records.map(json))]
    answer["note"] = note.map(JSON.string)
    return .ok(.object(answer))
  }

  /// Resends messages, including those already delivered.
  static func resend(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    guard let number = Int(call["number"]), let record = call.sandbox.deliveries.resend(number) else {
      let known = call.sandbox.deliveries.records.map { String($0.number) }
      throw .unknown("delivery", call["number"], among: known)
    }
    return .ok(json(record))
  }

  static func json(_ record: DeliveryRecord) -> JSON {
    let delivery = record.delivery
    var object: JSONObject = [
      "number": .integer(record.number), "provider": .string(record.provider),
      "event": .string(delivery.event), "state": .string(record.state.rawValue),
      "url": .string(delivery.url), "due": .string(delivery.due.text),
      "headers": .array(
        delivery.headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "body": .string(String(decoding: delivery.body, as: UTF8.self)),
      "attempts": .array(record.attempts.map(json)),
    ]
    object["client"] = delivery.client.map(JSON.string)
    object["transaction"] = record.transaction.map(JSON.string)
    return .object(object)
  }

  private static func json(_ attempt: DeliveryRecord.Attempt) -> JSON {
    var object: JSONObject = ["at": .string(attempt.at.text)]
    switch attempt.outcome {
    case .success(let status): object["status"] = .integer(status)
    case .failure(let error): object["problem"] = .string("\(error)")
    }
    return .object(object)
  }
}
