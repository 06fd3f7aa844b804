/// An enumeration whose cases are the switches, or the lifetimes, of a vocabulary in its order, so that each knows its place there.
public protocol OrderedWord: CaseIterable, Equatable where AllCases == [Self] {}

extension OrderedWord {
  /// The place in the vocabulary.
  @inlinable public var place: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.endIndex }
}
