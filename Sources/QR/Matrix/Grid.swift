struct Grid<Cell: Sendable & Hashable>: Sendable, Hashable {
  let size: Int
  private var cells: [Cell]

  init(size: Int, filledWith cell: Cell) {
    self.size = size
    cells = [Cell](repeating: cell, count: size * size)
  }

  subscript(column: Int, row: Int) -> Cell {
    get { cells[row * size + column] }
    set { cells[row * size + column] = newValue }
  }
}
