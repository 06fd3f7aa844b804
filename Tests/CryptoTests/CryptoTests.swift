import Testing

@testable import Crypto
