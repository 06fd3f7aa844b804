import Flow

// What a client may have done that is right all the same, and that nothing shows.

extension TransactionLedger {
  func safeguard(of transaction: Transaction<Detail>, _ scenario: Scenario) -> Safeguard? {
    let changed = scenario.changedPlaces(in: vocabulary)
    return transaction.safeguard ?? ownEndpoint(transaction, scenario, changed)
      ?? keptDocument(transaction, scenario, changed) ?? unusedUserinfo(changed)
  }

  /// Notes that a client may have the key that signs now from before, where nothing else is wrong with its tokens.
  func noteKnownKey(of transaction: Transaction<Detail>) {
    guard sandbox.keys.isSigningKnown, let scenario = transaction.decision.scenario, scenario.tokens.isEmpty
    else { return }
    update(transaction.identifier) {
      $0.safeguard = .unused(
        "rightly if it has the new key from before a reset or a restored snapshot:"
          + " restart the emulator and the relying party, queue \(scenario.name) and log in")
    }
  }

  /// A client that is registered with the provider's endpoints need not take that of the document.
  private func ownEndpoint(
    _ transaction: Transaction<Detail>, _ scenario: Scenario, _ changed: Set<String>
  ) -> Safeguard? {
    let token = vocabulary.endpoint("token")
    guard changed == [vocabulary.discovery], scenario.faults.allSatisfy(\.movesTokenEndpointAlone),
      transaction.callCount(at: token) > 0
    else { return nil }
    return .unused(
      "rightly if it sent the code to the token endpoint that it has from elsewhere, which was called, and to no other"
    )
  }

  /// A client that is careful drops a document that is not its provider's, or a key set that is broken, and goes on with
  /// the one that it has.
  private func keptDocument(
    _ transaction: Transaction<Detail>, _ scenario: Scenario, _ changed: Set<String>
  ) -> Safeguard? {
    let (discovery, keys) = (vocabulary.discovery, vocabulary.endpoint("jwks"))
    guard changed.isSubset(of: [discovery, keys, vocabulary.endpoint("userinfo")]) else { return nil }
    let record = sandbox.unownedCalls
    let kept = [discovery, keys].first { document in
      changed.contains(document)
        && record.mayKeep(document, of: provider, by: transaction.heard ?? .max)
    }
    guard let kept, kept != discovery || !record.isFetchedEachTime(of: provider) else { return nil }
    return .unused(
      "rightly if it dropped the \(kept == discovery ? "document" : "key set") and went on with the one that it had"
        + " from before: restart the emulator and the relying party, queue \(scenario.name) and log in")
  }

  /// OpenID Connect Core §5.3.2 forbids to use the values, not the login that the id_token stands for.
  private func unusedUserinfo(_ changed: Set<String>) -> Safeguard? {
    guard changed == [vocabulary.endpoint("userinfo")] else { return nil }
    return .unused(
      "rightly if it stands by the id_token and uses nothing of what userinfo said:"
        + " look whether it shows or keeps any of that")
  }
}

extension Fault {
  fileprivate var movesTokenEndpointAlone: Bool {
    guard case .alter(nil, _, let body) = action else { return !action.changesAnswer }
    return body.allSatisfy { $0.name == "token_endpoint" }
  }
}

extension Scenario {
  /// The endpoints whose answers, and the tokens, that are not right; one that is late is.
  fileprivate func changedPlaces(in vocabulary: Vocabulary) -> Set<String> {
    let struck = faults.filter { $0.action.changesAnswer || $0.action == .rotateKeys }.map(\.endpoint)
    return Set(struck + tokens.keys.map(vocabulary.endpoint))
  }
}
