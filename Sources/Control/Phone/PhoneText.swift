import Flow
import JSON
import ProviderKit

/// What the fake handset shows of a transaction, as JSON.
struct PhoneText {
  let summary: TransactionSummary
  let request: PhoneRequest
  /// The display name of the person.
  let personName: String
  /// The display name of the provider.
  let providerTitle: String

  var json: JSON {
    var object: JSONObject = [
      "transaction": .string(summary.identifier), "provider": .string(summary.provider),
      "provider_title": .string(providerTitle), "client": .string(summary.client),
      "person": ["key": .string(summary.person), "name": .string(personName)],
      "identified": .bool(request.isIdentified && summary.isIdentified),
      "state": .string(summary.state), "started": .string(summary.started.text),
      "deadline": .string(summary.timeline.deadline.text), "manual": .bool(summary.timeline.isManual),
      "story": .string(summary.decision.text), "app": .string(request.app),
      "party": .string(request.party), "heading": .string(request.heading),
      "shared": .array(request.shared.map(JSON.string)),
      "particulars": .array(
        request.particulars.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "choices": .array(request.choices.map(PhoneText.json)),
    ]
    object["service"] = request.service.map(JSON.string)
    object["text"] = request.text.map(JSON.string)
    object["waiting"] = request.waiting.map(JSON.string)
    object["launch"] = request.launch.map(JSON.string)
    object["return"] = request.comingBack.map(PhoneText.json)
    return .object(object)
  }

  private static func json(_ choice: PhoneChoice) -> JSON {
    var object: JSONObject = [
      "do": .string(choice.verb), "label": .string(choice.label), "meaning": .string(choice.meaning),
      "role": .string(choice.role.rawValue),
    ]
    object["reason"] = choice.reason.map(JSON.string)
    object["icon"] = choice.icon.map { ["name": .string($0.name), "outline": .string($0.outline)] }
    return .object(object)
  }

  private static func json(_ comingBack: PhoneReturn) -> JSON {
    var object: JSONObject = ["does": .string(comingBack.deed)]
    object["link"] = comingBack.link.map(JSON.string)
    object["opens"] = comingBack.opens.map(JSON.string)
    return .object(object)
  }

  static let schema: JSON = .answer(
    [
      "transaction": .anyText, "provider": .anyText, "provider_title": .anyText, "client": .anyText,
      "person": .answer(["key": .anyText, "name": .anyText]),
      "identified": JSON.flag.saying(
        "False if nobody knows, or ever knew, who logs in; the person is who it would be."),
      "state": .anyText, "started": .instant,
      "deadline": .instant, "manual": JSON.flag.saying("Whether a human decides."),
      "story": .anyText.saying("Which scenario it got, and why."), "app": .anyText,
      "party": .anyText.saying("Who asks."), "heading": .anyText,
      "shared": JSON.list(.anyText).saying("The data that the person agrees to share."),
      "particulars": .list(.answer(["name": .anyText, "value": .anyText])),
      "choices": .list(
        .answer(
          [
            "do": JSON.anyText.saying("The verb."), "label": .anyText, "meaning": .anyText,
            "role": .words(PhoneChoice.Role.allCases.map(\.rawValue)),
          ],
          optional: [
            "reason": .anyText,
            "icon": .answer(["name": .anyText, "outline": JSON.anyText.saying("The path of an SVG picture.")]
            ),
          ])
      ).saying("What the person can do now."),
    ],
    optional: [
      "service": .anyText, "text": .anyText.saying("The text that the person confirms."),
      "waiting": .anyText.saying("Why the person cannot decide yet."),
      "launch": .anyText.saying("The link or the text of a QR code that brings the request to the app."),
      "return": .answer(
        ["does": .anyText],
        optional: [
          "link": .anyText.saying("The return link that the app was given."),
          "opens": .anyText.saying("The link that it opens."),
        ]),
    ])
}
