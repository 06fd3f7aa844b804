import FuzzTargets
import Testing

@Suite struct `Whatever strangers send` {
  @Test(arguments: FuzzTarget.allCases)
  func `keeps what was promised: all inputs of the corpora`(target: FuzzTarget) throws {
    let inputs = try Corpus(target).inputs
    #expect(!inputs.isEmpty)
    for (name, bytes) in inputs {
      #expect(target.complaint(about: bytes) == nil, "Corpora/\(target.rawValue)/\(name)")
    }
  }
}
