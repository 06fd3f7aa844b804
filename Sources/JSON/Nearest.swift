/// The candidate that the word was most likely meant to be, or nil if none is close; for "did you mean".
///
/// Close means at most one edit for every three characters, or one in a shorter word: a character wrong,
/// missing or added, or two neighbours swapped. A difference in case does not count.
public func nearest(_ word: String, in candidates: some Sequence<String>) -> String? {
  ranked(word, candidates, limit: 1, editsPerThree: 1, orContained: false).first
}

/// The candidates closest to the word, best first, at most `limit`: for an error that lists what there is.
///
/// More generous than `nearest`: it allows twice the edits, and a candidate that contains the word, or is
/// contained in it, counts whatever its length.
public func nearestNames(
  _ word: String, in candidates: some Sequence<String>, limit: Int
) -> [String] {
  ranked(word, candidates, limit: limit, editsPerThree: 2, orContained: true)
}

/// The longest word worth comparing: a longer one is not a typing error, and the cost is its length squared.
private let longestWord = 100

private func ranked(
  _ word: String, _ candidates: some Sequence<String>, limit count: Int, editsPerThree: Int,
  orContained: Bool
) -> [String] {
  let scalars = Array(word.lowercased().unicodeScalars)
  guard count > 0, !scalars.isEmpty, scalars.count <= longestWord else { return [] }
  // The closest so far, best first; of equals the first counts.
  var close: [(edits: Int, name: String)] = []
  for candidate in candidates where candidate.utf8.count <= 4 * longestWord {
    let other = Array(candidate.lowercased().unicodeScalars)
    let (shorter, longer) = (min(scalars.count, other.count), max(scalars.count, other.count))
    // More edits than that leave it behind the others.
    let most = close.count < count ? Int.max : (close.last?.edits ?? 0) - 1
    // With as many edits as it has characters, any word becomes any other.
    let allowed = min(max(1, longer * editsPerThree / 3), shorter - 1)
    // It takes as many edits as the lengths differ by, at least.
    guard longer - shorter <= most else { continue }
    let isContained = orContained && shorter >= 3 && (contains(other, scalars) || contains(scalars, other))
    guard let edits = distance(scalars, other, atMost: isContained ? most : min(allowed, most)) else {
      continue
    }
    close.insert((edits, candidate), at: close.firstIndex { $0.edits > edits } ?? close.endIndex)
    if close.count > count { close.removeLast() }
  }
  return close.map(\.name)
}

private func contains(_ whole: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
  part.count <= whole.count
    && (0...whole.count - part.count).contains { whole[$0..<$0 + part.count].elementsEqual(part) }
}

/// The Damerau–Levenshtein distance in its restricted form, where no part is edited twice ("optimal string
/// alignment"); `nil` if it is more than the limit.
func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int = .max) -> Int? {
  guard abs(left.count - right.count) <= limit else { return nil }
  var beforeLast = Array(0...right.count)
  var last = beforeLast
  var current = beforeLast
  var leastOfLast = 0
  for (row, character) in left.enumerated() {
    current[0] = row + 1
    var least = row + 1
    for (column, other) in right.enumerated() {
      var edits = min(last[column + 1], current[column]) + 1
      edits = min(edits, last[column] + (character == other ? 0 : 1))
      if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
        edits = min(edits, beforeLast[column - 1] + 1)
      }
      current[column + 1] = edits
      least = min(least, edits)
    }
    // Each row comes from the two before it, so that it is no less than both.
    if min(least, leastOfLast) > limit { return nil }
    leastOfLast = least
    (beforeLast, last, current) = (last, current, beforeLast)
  }
  return last[right.count] <= limit ? last[right.count] : nil
}
