import Flow

/// The movements that a token asks for: one list for each try, because apps index by failed attempts (§1.2).
enum BWSChallenges {
  /// Makes them from the bytes of one token; no movement comes twice in a row.
  static func make(_ request: BWSTokenRequest, bytes: [UInt8]) -> [[HeadMovement]] {
    var bytes = bytes.makeIterator()
    return (0..<request.maxTries).map { _ in
      var challenge: [HeadMovement] = []
      while challenge.count < request.challengeLength {
        let free = HeadMovement.allCases.filter { $0 != challenge.last }
        challenge.append(free[Int(bytes.next() ?? 0) % free.count])
      }
      return challenge
    }
  }

  /// How many bytes that takes.
  static func size(_ request: BWSTokenRequest) -> Int { request.maxTries * request.challengeLength }

  /// As the claim holds them: JSON inside a string.
  static func text(_ challenges: [[HeadMovement]]) -> String {
    let lists = challenges.map { "[" + $0.map { "\"\($0.rawValue)\"" }.joined(separator: ",") + "]" }
    return "[" + lists.joined(separator: ",") + "]"
  }
}
