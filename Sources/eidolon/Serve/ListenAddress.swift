import Server

/// Where to listen.
///
/// A provider's endpoints have the same name, and the module cannot tell them apart: its own name is that of a type.
typealias ListenAddress = Endpoint
