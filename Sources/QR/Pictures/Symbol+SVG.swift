extension Symbol {
  /// An SVG picture with the quiet zone, one unit a module, black on white.
  ///
  /// - Parameter label: the accessible name; the caller has escaped it.
  package func svg(label: String = "QR") -> String {
    let side = size + 2 * QR.quietZone
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" role="img" aria-label="\(label)" \
      shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path fill="#000" \
      d="\(path)"/></svg>
      """
  }

  /// One rectangle for each run of dark modules in a row.
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
