public import ProviderKit

/// The emulated providers.
///
/// A new one is a folder beside this file and a line below.
public let registry: [any Provider.Type] = [
  Itsme.self,
  Criipto.self,
  BioID.self,
  ReuseID.self,
  VideoID.self,
  Veridium.self,
]
