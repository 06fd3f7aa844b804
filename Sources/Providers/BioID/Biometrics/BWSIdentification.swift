import Flow
import ProviderKit

// The matches of an identification: a list of BCIDs, ranked by score (the vendor's reference, "Identify").

extension BioID {
  /// The person, followed by everybody else enrolled in the partition, as the switch `matches` says.
  func identified(_ person: Person, _ operation: BWSOperation, maxResults: Int) -> BWSResult {
    guard let partition = operation.request.bcid?.wholePartition else {
      return .failure(.noTemplateAvailable)
    }
    let enrolled = enrolled(operation.request.traits, in: partition, operation.switches)
    guard !enrolled.isEmpty else { return .failure(.noTemplateAvailable) }
    guard let bcid = person.bcid, enrolled.contains(bcid) else { return .notRecognized }
    let ranked = [bcid] + enrolled.filter { $0 != bcid }
    let resemblance = Resemblance(rawValue: operation.switches[.matches].word) ?? .ranked
    let count = min(maxResults, resemblance == .single ? 1 : BioID.matchLimit)
    let matches = ranked.prefix(count).enumerated().map { place, bcid in
      BWSResult.Match(bcid: bcid, score: resemblance.score(at: place))
    }
    return BWSResult(isSuccess: true, matches: matches)
  }

  /// Only those with a template for each trait, ordered by class id.
  private func enrolled(
    _ traits: BWSTraits, in partition: BCID, _ switches: BioIDSwitches
  ) -> [BCID] {
    let people = sandbox.library.world.people.values.compactMap(\.bcid)
    return Set(people + templates.known(in: partition))
      .filter {
        $0.wholePartition == partition && template($0, switches)?.isSuperset(of: traits) == true
      }
      .sorted { $0.classIdentifier < $1.classIdentifier }
  }

  /// How many matches an operation keeps, whatever `maxResults` says.
  private static var matchLimit: Int { 1000 }
}
