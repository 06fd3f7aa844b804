/// A square of modules, true where dark; all light at first.
struct Grid: Sendable, Hashable {
  let size: Int
  private var modules: [Bool]

  init(size: Int) {
    self.size = size
    modules = [Bool](repeating: false, count: size * size)
  }

  subscript(column: Int, row: Int) -> Bool {
    get { modules[row * size + column] }
    set { modules[row * size + column] = newValue }
  }
}
