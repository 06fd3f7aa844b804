import Flow
import HTTP
import JSON
import ProviderKit

// The calls that need no token and keep nothing (§1.6).

extension BioID {
  /// `POST qualitycheck`: one sample as a data URL.
  func qualityCheck(_ call: Call) -> Outcome {
    asApplication(call) { _ throws(BWSRefusal) -> Response in
      guard !call.request.body.isEmpty else { throw missing("the body is empty") }
      let data = try sample(call.request.body)
      let body: JSON = [
        "Success": true, "Errors": [],
        "EyeCenters": ["RightEyeX": 100.5, "RightEyeY": 150.25, "LeftEyeX": 199.5, "LeftEyeY": 150.75],
        "ProcessedSample": .string("data:\(data.mediaType);base64,\(RecordedExchange.base64(data.bytes))"),
      ]
      return .json(.ok, body.bytes())
    }
  }

  /// `POST livedetection`: two images in a form.
  func liveDetection(_ call: Call) -> Outcome {
    asApplication(call) { _ throws(BWSRefusal) -> Response in
      try samples(["liveimage1", "liveimage2"], call.request)
      return .json(.ok, JSON.bool(true).bytes())
    }
  }

  /// `POST photoverify`: two images and a photo in a form, and optionally the accuracy of the comparison.
  func photoVerify(_ call: Call) -> Outcome {
    asApplication(call) { _ throws(BWSRefusal) -> Response in
      try samples(["idphoto", "liveimage1", "liveimage2"], call.request)
      if let text = (try? call.request.target.query)?["accuracy"] {
        guard let level = Int(text), (1...5).contains(level) else {
          throw BWSRefusal(.badRequest, BWSSampleRules.accuracy, "\"\(text)\"", "The accuracy is invalid")
        }
      }
      return .json(.ok, JSON.bool(true).bytes())
    }
  }

  private func samples(_ names: [String], _ request: Request) throws(BWSRefusal) {
    let form = try? Form(parsing: request.body)
    for name in names {
      guard let text = form?[name] ?? member(name, request), !text.isEmpty else { throw missing(name) }
      let data = try sample(Array(text.utf8))
      if data.isAudio { throw unexpected(name) }
    }
  }

  /// Some clients send a JSON object instead of a form.
  private func member(_ name: String, _ request: Request) -> String? {
    guard request.body.first == UInt8(ascii: "{") else { return nil }
    return (try? JSON(parsing: request.body))?[name]?.string
  }

  /// Reads a sample; an invalid one is refused with the documented word (§1.6).
  private func sample(_ bytes: [UInt8]) throws(BWSRefusal) -> BWSDataURL {
    do throws(BWSRefusal) {
      return try BWSDataURL(bytes, isChecked: switches(of: nil)[.samples].word == "checked")
    } catch {
      throw BWSRefusal(
        .badRequest, error.finding.rule, error.finding.detail, BWSSampleError.sampleNotOfExpectedType.rawValue
      )
    }
  }

  private func missing(_ what: String) -> BWSRefusal {
    BWSRefusal(.badRequest, BWSSampleRules.dataMissing, what, "MissingData")
  }

  private func unexpected(_ what: String) -> BWSRefusal {
    BWSRefusal(
      .badRequest, BWSSampleRules.traitMismatch, what, BWSSampleError.sampleNotOfExpectedType.rawValue)
  }
}
