import Control
import ProviderKit

/// A file that the report of the run is written to at the end.
struct ReportFile: Equatable {
  let path: String
  let form: ReportForm

  /// `nil` if the file extension is not a format of reports.
  init?(_ path: String) {
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    guard let dot = name.lastIndex(of: "."), let form = ReportForm(fileExtension: name[dot...]) else {
      return nil
    }
    (self.path, self.form) = (path, form)
  }

  /// What is wrong with a path that has no form.
  static var mistake: String {
    "has a name whose end says no form: \(ReportForm.allCases.map(\.fileExtension).joined(separator: ", "))"
  }

  /// Empties the file, so that the report of an earlier run is not mistaken for this one's.
  ///
  /// - Throws: if it cannot be written.
  func prepare() throws(FileError) { try File.write([], to: path) }

  func write(_ report: [UInt8]) throws(FileError) { try File.write(report, to: path) }
}
