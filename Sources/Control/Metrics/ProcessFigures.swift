/// What the operating system says of the process.
public struct ProcessFigures: Sendable, Hashable {
  /// User and system time in seconds.
  public var processorSeconds: Double
  /// When it began, in seconds since 1970.
  public var startSeconds: Double
  /// Resident memory.
  public var residentBytes: Int
  /// Virtual memory.
  public var virtualBytes: Int
  /// Open file descriptors.
  public var openDescriptors: Int
  /// How many may be open.
  public var maximumDescriptors: Int

  /// Figures of a process.
  public init(
    processorSeconds: Double, startSeconds: Double, residentBytes: Int, virtualBytes: Int,
    openDescriptors: Int, maximumDescriptors: Int
  ) {
    (self.processorSeconds, self.startSeconds) = (processorSeconds, startSeconds)
    (self.residentBytes, self.virtualBytes) = (residentBytes, virtualBytes)
    (self.openDescriptors, self.maximumDescriptors) = (openDescriptors, maximumDescriptors)
  }
}
