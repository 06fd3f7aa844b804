/// The process' statistics, from the operating system.
package struct ProcessFigures: Sendable, Hashable {
  /// User and system time.
  package var processorSeconds: Double
  /// Since 1970.
  package var startSeconds: Double
  package var residentBytes: Int
  package var virtualBytes: Int
  package var openDescriptors: Int
  package var maximumDescriptors: Int

  package init(
    processorSeconds: Double, startSeconds: Double, residentBytes: Int, virtualBytes: Int,
    openDescriptors: Int, maximumDescriptors: Int
  ) {
    (self.processorSeconds, self.startSeconds) = (processorSeconds, startSeconds)
    (self.residentBytes, self.virtualBytes) = (residentBytes, virtualBytes)
    (self.openDescriptors, self.maximumDescriptors) = (openDescriptors, maximumDescriptors)
  }
}
