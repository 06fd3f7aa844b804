/// How hard a symbol is to read (§7.8.3, table 11).
enum Penalty {
  static func of(_ modules: Grid) -> Int {
    var penalty = squares(in: modules)
    var dark = 0
    for line in 0..<modules.size {
      let row = runs(modules.size) { modules[$0, line] }
      let column = runs(modules.size) { modules[line, $0] }
      penalty += longRuns(row) + longRuns(column) + 40 * (finderLikes(row) + finderLikes(column))
      for run in stride(from: 1, to: row.count, by: 2) { dark += row[run] }
    }
    return penalty + imbalance(dark, of: modules.size * modules.size)
  }

  /// The lengths of the runs of one colour along a line; the first is light, and may be empty.
  private static func runs(_ size: Int, _ isDark: (Int) -> Bool) -> [Int] {
    var runs: [Int] = []
    var (dark, length) = (false, 0)
    for position in 0..<size {
      if isDark(position) == dark {
        length += 1
      } else {
        runs.append(length)
        (dark, length) = (!dark, 1)
      }
    }
    return runs + [length]
  }

  /// Five modules of one colour in a line cost 3, each further one 1.
  private static func longRuns(_ runs: [Int]) -> Int {
    runs.reduce(0) { $0 + ($1 >= 5 ? $1 - 2 : 0) }
  }

  /// Counts patterns that look like a finder: 1:1:3:1:1 of dark and light, with a light run of 4 on one side.
  ///
  /// The quiet zone lies beyond the ends of the line, so a pattern that reaches an end counts.
  private static func finderLikes(_ runs: [Int]) -> Int {
    stride(from: 3, to: runs.count - 2, by: 2).count { centre in
      let unit = runs[centre] / 3
      guard runs[centre] == unit * 3, runs[centre - 2] == unit, runs[centre - 1] == unit,
        runs[centre + 1] == unit, runs[centre + 2] == unit
      else { return false }
      return centre == 3 || runs[centre - 3] >= unit * 4 || centre + 4 >= runs.count
        || runs[centre + 3] >= unit * 4
    }
  }

  /// Each square of two by two modules of one colour costs 3, overlapping ones too.
  private static func squares(in modules: Grid) -> Int {
    var count = 0
    for row in 1..<modules.size {
      for column in 1..<modules.size {
        let dark = modules[column, row]
        if modules[column - 1, row] == dark, modules[column, row - 1] == dark,
          modules[column - 1, row - 1] == dark
        {
          count += 1
        }
      }
    }
    return count * 3
  }

  /// Each whole 5 % that the share of dark modules is away from a half costs 10.
  private static func imbalance(_ dark: Int, of all: Int) -> Int {
    // The share in per cent, rounded to the nearest whole one.
    let share = (200 * dark + all) / all / 2
    return abs(share - 50) / 5 * 10
  }
}
