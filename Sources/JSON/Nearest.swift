/// The candidate that the word was most likely meant to be, or nil if none is close: for "did you mean".
///
/// Close means at most one slip for every three characters, and one in a shorter word: a character wrong, missing or too
/// many, or two neighbours swapped. A difference in case only is no slip.
public func nearest(_ word: String, in candidates: some Sequence<String>) -> String? {
  ranked(word, candidates, slipsPerThree: 1, orContained: false).first
}

/// The candidates closest to the word, best first, at most `limit`: for an error that lists what there is.
///
/// More generous than `nearest`: twice the slips are allowed, and a candidate that contains the word, or is contained in
/// it, counts however long it is.
public func nearestNames(
  _ word: String, in candidates: some Sequence<String>, limit: Int
) -> [String] {
  Array(ranked(word, candidates, slipsPerThree: 2, orContained: true).prefix(max(0, limit)))
}

/// The longest word worth comparing; beyond it nobody mistyped, and the comparison costs the square of the length.
private let longest = 100

private func ranked(
  _ word: String, _ candidates: some Sequence<String>, slipsPerThree: Int, orContained: Bool
) -> [String] {
  let scalars = Array(word.lowercased().unicodeScalars)
  guard !scalars.isEmpty, scalars.count <= longest else { return [] }
  var close: [(slips: Int, order: Int, name: String)] = []
  for (order, candidate) in candidates.enumerated() where candidate.utf8.count <= 4 * longest {
    let other = Array(candidate.lowercased().unicodeScalars)
    let slips = distance(scalars, other)
    let shorter = min(scalars.count, other.count)
    let allowed = max(1, max(scalars.count, other.count) * slipsPerThree / 3)
    // As many slips as there are characters make any word out of any other.
    let isClose = slips <= allowed && slips < shorter
    if isClose || orContained && shorter >= 3 && (contains(other, scalars) || contains(scalars, other)) {
      close.append((slips, order, candidate))
    }
  }
  return close.sorted { ($0.slips, $0.order) < ($1.slips, $1.order) }.map(\.name)
}

private func contains(_ whole: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
  part.count <= whole.count
    && (0...whole.count - part.count).contains { whole[$0..<$0 + part.count].elementsEqual(part) }
}

/// The number of slips between two words: Damerau and Levenshtein's distance in its restricted form, where no part is
/// edited twice ("optimal string alignment").
func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, character) in left.enumerated() {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for (column, other) in right.enumerated() {
      var slips = min(last[column + 1], current[column]) + 1
      slips = min(slips, last[column] + (character == other ? 0 : 1))
      if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
        slips = min(slips, beforeLast[column - 1] + 1)
      }
      current.append(slips)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}
