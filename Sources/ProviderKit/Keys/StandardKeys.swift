import JOSE

extension KeyRing {
  /// The fixed, public test keys.
  package convenience init() {
    self.init {
      Keys(
        signing: TestKeys.opSignature.jwk, encryption: TestKeys.opEncryption.jwk,
        spares: TestKeys.spares.dropLast().map(\.jwk),
        foreign: TestKeys.spares[TestKeys.spares.count - 1].jwk, second: TestKeys.opSecondSignature.jwk,
        secondSpares: [TestKeys.secondSpare.jwk])
    }
  }
}
