import Control
import Testing

@testable import eidolon

@Suite struct `What the process says of itself` {
  @Test func `is read behind a name that holds parentheses and blanks`() throws {
    let numbers = (4...52).map { field in
      switch field {
      case 14: "150"
      case 15: "50"
      case 22: "1000"
      case 23: "8192"
      case 24: "3"
      default: "0"
      }
    }
    let stat = "17 (a b) c) S \(numbers.joined(separator: " "))"
    let figures = try #require(
      OwnProcess.figures(stat: stat, bootSeconds: 1_000_000, ticks: 100, pageSize: 4096))
    #expect(figures.processorSeconds == 2)
    #expect(figures.startSeconds == 1_000_010)
    #expect(figures.virtualBytes == 8192 && figures.residentBytes == 12_288)
    #expect(OwnProcess.figures(stat: "17 (a", bootSeconds: 0, ticks: 100, pageSize: 4096) == nil)
  }

  @Test func `is plausible`() throws {
    let figures = try #require(OwnProcess.figures)
    #expect(figures.residentBytes > 1 << 20 && figures.virtualBytes >= figures.residentBytes)
    #expect(figures.openDescriptors > 2 && figures.openDescriptors <= figures.maximumDescriptors)
    #expect(figures.startSeconds > 1_600_000_000)
  }
}
