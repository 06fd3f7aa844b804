/// The candidate that the word was most likely meant to be, or nil if none is close; for "did you mean".
///
/// Close means at most one edit for every three characters, or one in a shorter word: a character wrong,
/// missing or added, or two neighbours swapped. A difference in case does not count.
public func nearest(_ word: String, in candidates: some Sequence<String>) -> String? {
  ranked(word, candidates, editsPerThree: 1, orContained: false).first
}

/// The candidates closest to the word, best first, at most `limit`: for an error that lists what there is.
///
/// More generous than `nearest`: it allows twice the edits, and a candidate that contains the word, or is
/// contained in it, counts whatever its length.
public func nearestNames(
  _ word: String, in candidates: some Sequence<String>, limit: Int
) -> [String] {
  Array(ranked(word, candidates, editsPerThree: 2, orContained: true).prefix(max(0, limit)))
}

/// The longest word worth comparing: a longer one is no typing error, and the cost is its length squared.
private let longestWord = 100

private func ranked(
  _ word: String, _ candidates: some Sequence<String>, editsPerThree: Int, orContained: Bool
) -> [String] {
  let scalars = Array(word.lowercased().unicodeScalars)
  guard !scalars.isEmpty, scalars.count <= longestWord else { return [] }
  var close: [(edits: Int, order: Int, name: String)] = []
  for (order, candidate) in candidates.enumerated() where candidate.utf8.count <= 4 * longestWord {
    let other = Array(candidate.lowercased().unicodeScalars)
    let (shorter, longer) = (min(scalars.count, other.count), max(scalars.count, other.count))
    let allowed = max(1, longer * editsPerThree / 3)
    let isContained = {
      orContained && shorter >= 3 && (contains(other, scalars) || contains(scalars, other))
    }
    // It takes as many edits as the lengths differ by, at least.
    if longer - shorter > allowed, !isContained() { continue }
    let edits = distance(scalars, other)
    // With as many edits as it has characters, any word becomes any other.
    if edits <= allowed && edits < shorter || isContained() { close.append((edits, order, candidate)) }
  }
  return close.sorted { ($0.edits, $0.order) < ($1.edits, $1.order) }.map(\.name)
}

private func contains(_ whole: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
  part.count <= whole.count
    && (0...whole.count - part.count).contains { whole[$0..<$0 + part.count].elementsEqual(part) }
}

/// The Damerau–Levenshtein distance in its restricted form, where no part is edited twice ("optimal string
/// alignment").
func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, character) in left.enumerated() {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for (column, other) in right.enumerated() {
      var edits = min(last[column + 1], current[column]) + 1
      edits = min(edits, last[column] + (character == other ? 0 : 1))
      if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
        edits = min(edits, beforeLast[column - 1] + 1)
      }
      current.append(edits)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}
