import Flow

/// The movements that a token asks for: one list for each try, because apps index them by failed attempts (§1.2).
enum BWSChallenges {
  /// Makes the lists from random bytes; no movement is repeated at once.
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

  /// How many random bytes `make` needs.
  static func size(_ request: BWSTokenRequest) -> Int { request.maxTries * request.challengeLength }

  /// The claim `challenge`: JSON inside a string.
  static func text(_ challenges: [[HeadMovement]]) -> String {
    let lists = challenges.map { "[" + $0.map { "\"\($0.rawValue)\"" }.joined(separator: ",") + "]" }
    return "[" + lists.joined(separator: ",") + "]"
  }
}
