import Server

/// An address to listen on.
///
/// A provider's endpoints have the same type name, and `Server.Endpoint` does not help: `Server` is also a type.
typealias ListenAddress = Endpoint
