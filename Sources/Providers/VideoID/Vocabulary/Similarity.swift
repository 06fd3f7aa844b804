import Flow
import JSON

/// How similar the face is to the portrait (§1.3).
enum Similarity: String, Sendable, CaseIterable, Comparable {
  case veryLow = "VeryLow"
  case low = "Low"
  case medium = "Medium"
  case high = "High"

  /// The scenario's similarity, otherwise `High`.
  init(of scenario: Scenario?) {
    let change = scenario?.tokens["result"]
    let said = change?.claims["biometrics"]?["face"]?["similarityLevel"]?.string
    if let said, let level = Similarity(rawValue: said) {
      self = level
      return
    }
    self =
      switch change?.defect.flatMap({ ResultDefect(rawValue: $0) }) {
      case .verySmallSimilarity: .veryLow
      case .smallSimilarity: .low
      case .mediumSimilarity: .medium
      default: .high
      }
  }

  static func < (left: Similarity, right: Similarity) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
