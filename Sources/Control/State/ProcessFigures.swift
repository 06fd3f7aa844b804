/// What the operating system says of the process.
package struct ProcessFigures: Sendable, Hashable {
  /// User and system time in seconds.
  package var processorSeconds: Double
  /// When it began, in seconds since 1970.
  package var startSeconds: Double
  /// Resident memory.
  package var residentBytes: Int
  /// Virtual memory.
  package var virtualBytes: Int
  /// Open file descriptors.
  package var openDescriptors: Int
  /// How many may be open.
  package var maximumDescriptors: Int

  /// Figures of a process.
  package init(
    processorSeconds: Double, startSeconds: Double, residentBytes: Int, virtualBytes: Int,
    openDescriptors: Int, maximumDescriptors: Int
  ) {
    (self.processorSeconds, self.startSeconds) = (processorSeconds, startSeconds)
    (self.residentBytes, self.virtualBytes) = (residentBytes, virtualBytes)
    (self.openDescriptors, self.maximumDescriptors) = (openDescriptors, maximumDescriptors)
  }
}
