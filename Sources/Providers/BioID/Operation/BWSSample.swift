import Flow
import HTTP
import JOSE

/// An accepted sample, as its query described it; the content itself is not kept.
struct BWSSample: Sendable, Hashable {
  var traits: BWSTraits
  /// The last direction of the tag; `nil` without one.
  var direction: HeadMovement?
  /// `nil` if none was sent; the order of uploads counts then.
  var index: Int?
}

/// A sample as it is uploaded: a data URL as raw text, whatever the content type says (§1.3, RFC 2397).
struct BWSDataURL: Sendable {
  let mediaType: String
  let bytes: [UInt8]

  var isAudio: Bool { mediaType.hasPrefix("audio/") }

  /// The accepted media types and the magic numbers of their content (§1.3).
  private static let formats: [(mediaTypes: [String], starts: [[UInt8]])] = [
    (["image/png"], [[0x89, 0x50, 0x4E, 0x47]]),
    (["image/jpeg", "image/jpg"], [[0xFF, 0xD8, 0xFF]]),
    (["image/bmp", "image/x-ms-bmp"], [[0x42, 0x4D]]),
    (["image/gif"], [[0x47, 0x49, 0x46, 0x38]]),
    (["image/tiff"], [[0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A]]),
    (["audio/wav", "audio/x-wav", "audio/wave"], [[0x52, 0x49, 0x46, 0x46]]),
  ]

  /// - Parameter isChecked: true if the content must begin with a magic number of its media type.
  init(_ body: [UInt8], isChecked: Bool) throws(BWSRefusal) {
    guard body.starts(with: "data:".utf8) else {
      let isForm =
        body.prefix(200).starts(with: "data%3A".utf8) || body.prefix(40).contains(UInt8(ascii: "="))
      throw BWSDataURL.refusal(
        isForm ? BWSSampleRules.formEncoded : BWSSampleRules.notDataURL,
        String(decoding: body.prefix(40), as: UTF8.self))
    }
    guard let comma = body.prefix(200).firstIndex(of: UInt8(ascii: ",")) else {
      throw BWSDataURL.refusal(BWSSampleRules.notDataURL, "there is no comma")
    }
    let head = String(decoding: body[5..<comma], as: UTF8.self).lowercased()
    let words = head.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    mediaType = words[0]
    guard let format = BWSDataURL.formats.first(where: { $0.mediaTypes.contains(words[0]) }) else {
      throw BWSDataURL.refusal(BWSSampleRules.formatUnsupported, "\"\(words[0])\"")
    }
    guard words.last == "base64", words.count > 1 else {
      throw BWSDataURL.refusal(BWSSampleRules.notBase64, head)
    }
    do throws(Base64Error) {
      bytes = try Base64.decode(String(decoding: body[(comma + 1)...], as: UTF8.self))
    } catch { throw BWSDataURL.refusal(BWSSampleRules.notBase64, "\(error)") }
    let content = bytes
    guard !isChecked || format.starts.contains(where: { content.starts(with: $0) }) else {
      throw BWSDataURL.refusal(BWSSampleRules.corrupt, "\(bytes.count) bytes that are not \(words[0])")
    }
    guard !bytes.isEmpty else { throw BWSDataURL.refusal(BWSSampleRules.corrupt, "it is empty") }
  }

  private static func refusal(_ rule: Rule, _ detail: String) -> BWSRefusal {
    BWSRefusal(.badRequest, rule, detail, "The sample is corrupt or of an unsupported type")
  }
}
