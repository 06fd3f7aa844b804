import EidolonTesting

extension TestAnswer {
  /// The scripts of a page besides the one that renews a page that waits.
  var foreignScripts: Int {
    text.split(separator: "<script").count - 1 - (text.contains(" data-next=\"") ? 1 : 0)
  }
}
