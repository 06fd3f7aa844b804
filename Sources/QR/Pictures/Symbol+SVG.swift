extension Symbol {
  /// The symbol with its quiet zone as an SVG picture, one unit a module, black on white.
  ///
  /// - Parameter label: what the picture says to those who do not see it; the caller has escaped it.
  package func svg(label: String = "QR") -> String {
    let side = size + 2 * QR.quietZone
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" role="img" aria-label="\(label)" \
      shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path fill="#000" \
      d="\(path)"/></svg>
      """
  }

  /// The dark modules as rectangles, one for each run in a row.
  private var path: String {
    var path = ""
    path.reserveCapacity(size * size * 3)
    for row in 0..<size {
      var column = 0
      while column < size {
        let start = column
        while column < size, self[column, row] { column += 1 }
        if column > start {
          path += "M\(start + QR.quietZone) \(row + QR.quietZone)h\(column - start)v1h-\(column - start)z"
        }
        column += 1
      }
    }
    return path
  }
}
