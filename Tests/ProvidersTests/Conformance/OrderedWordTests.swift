import Flow
import ProviderKit
import Testing

@testable import Providers

@Suite struct `The switches and lifetimes of a provider` {
  private func stand<Word: OrderedWord & RawRepresentable<String>>(_ words: Word.Type, at names: [String]) {
    #expect(names == words.allCases.map { $0.rawValue })
    #expect(words.allCases.map { $0.place } == Array(words.allCases.indices))
  }

  @Test func `stand in the vocabulary at the places of their cases`() {
    stand(BioIDQuirk.self, at: BioID.vocabulary.quirks.map(\.term.name))
    stand(BioIDLifetime.self, at: BioID.vocabulary.lifetimes.map(\.term.name))
    stand(VeridiumQuirk.self, at: Veridium.vocabulary.quirks.map(\.term.name))
    stand(VeridiumLifetime.self, at: Veridium.vocabulary.lifetimes.map(\.term.name))
    stand(VideoIDQuirk.self, at: VideoID.vocabulary.quirks.map(\.term.name))
    stand(VideoIDLifetime.self, at: VideoID.vocabulary.lifetimes.map(\.term.name))
  }
}
