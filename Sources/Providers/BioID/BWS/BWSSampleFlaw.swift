import Flow
import ProviderKit

/// What is wrong with the number or the tags of an operation's samples.
struct BWSSampleFlaw: Sendable {
  /// `nil` if the operation continues nevertheless.
  let error: BWSTaskError?
  let finding: Finding

  /// Live detection needs two images; with a challenge their tags must be its movements (§1.4).
  static func of(_ samples: [BWSSample], of operation: BWSOperation, isLive: Bool) -> BWSSampleFlaw? {
    let images = samples.filter { !$0.traits.isDisjoint(with: [.face, .periocular]) }
    let needsImages = operation.request.traits != .voice
    if isLive, needsImages, images.count < 2 {
      return BWSSampleFlaw(
        error: .notEnoughSamples,
        finding: Finding(BWSTaskRules.tooFewSamples, "\(images.count) with live detection"))
    }
    guard let challenge = operation.challenge, operation.switches[.challengeTags].word == "checked" else {
      return nil
    }
    return flaw(of: images, wanting: challenge)
  }

  /// Compares the tags, in the order of the samples, with the movements of this try; the first image has no tag.
  private static func flaw(of images: [BWSSample], wanting wanted: [HeadMovement]) -> BWSSampleFlaw? {
    let inOrder = images.enumerated().sorted { left, right in
      (left.element.index ?? left.offset, left.offset) < (right.element.index ?? right.offset, right.offset)
    }
    let seen = inOrder.compactMap(\.element.direction)
    if seen.isEmpty {
      return BWSSampleFlaw(error: nil, finding: Finding(BWSTaskRules.challengeUntagged))
    }
    guard seen != wanted else { return nil }
    let detail =
      "\(seen.map(\.rawValue).joined(separator: ", ")), wanted \(wanted.map(\.rawValue).joined(separator: ", "))"
    return BWSSampleFlaw(
      error: .challengeResponseFailed, finding: Finding(BWSTaskRules.challengeMismatch, detail))
  }
}
