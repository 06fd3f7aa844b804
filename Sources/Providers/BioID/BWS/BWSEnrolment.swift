import Flow
import HTTP
import JSON
import ProviderKit

extension BioID {
  /// `GET isenrolled`: 200 or 404, both without body; 404 is not an error (§1.6).
  func isEnrolled(_ call: Call) -> Outcome {
    asApplication(call) { application throws(BWSRefusal) -> Response in
      let (bcid, query) = try ownBCID(call, application)
      var traits: BWSTraits?
      if let text = query["trait"] {
        guard let known = BWSTraits(text) else {
          throw BWSRefusal(.badRequest, BWSTokenRules.traitUnknown, "\"\(text)\"", "The trait is invalid")
        }
        traits = known
      }
      let enrolled = template(bcid, switches(of: application.client))
      return Response(enrolled.map { $0.isSuperset(of: traits ?? []) } == true ? .ok : .notFound)
    }
  }

  /// `DELETE deleteclass`: 200 even if nothing was enrolled (§1.6).
  func deleteClass(_ call: Call) -> Outcome {
    asApplication(call) { application throws(BWSRefusal) -> Response in
      let (bcid, _) = try ownBCID(call, application)
      templates.set(.deleted, for: bcid)
      return Response(.ok)
    }
  }

  /// `GET status`: version and features of the application's partition (§1.6).
  func status(_ call: Call) -> Outcome {
    asApplication(call) { application throws(BWSRefusal) -> Response in
      let client = application.client
      let faces: JSON = "Face,Periocular"
      let all: JSON = "Face,Periocular,Voice"
      let stored = (JSON.string(client.storage), JSON.string("\(client.partition)"))
      let features: [(JSON, JSON, (JSON, JSON)?)] = [
        ("QualityCheck", all, nil), ("LiveDetection", faces, nil), ("Enrollment", all, stored),
        ("Verification", all, stored), ("Identification", all, stored), ("PhotoVerify", .null, nil),
      ]
      let body: JSON = [
        "Version": "2.3", "Label": "BWS 2.3.18128.4",
        "Features": .array(
          features.map { name, traits, stored in
            ["Name": name, "Traits": traits, "Storage": stored?.0 ?? .null, "Partitions": stored?.1 ?? .null]
          }),
      ]
      return .json(.ok, body.bytes())
    }
  }

  private func ownBCID(_ call: Call, _ application: BWSApplication) throws(BWSRefusal) -> (BCID, Form) {
    let query = try call.request.webAPIQuery
    guard let text = query["bcid"], !text.isEmpty else {
      throw BWSRefusal(.badRequest, BWSTokenRules.bcidMissing, "", "The BCID is missing")
    }
    let client = application.client
    let bcid = try BioID.bcid(text, switches(of: client))
    guard client.owns(bcid) else {
      throw refused(
        client, BWSTokenRules.bcidForeign, "\(bcid.text) is not in \(client.storage)/\(client.partition)",
        "Access denied")
    }
    return (bcid, query)
  }
}
