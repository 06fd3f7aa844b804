import ProviderKit

/// The service of a request, as its scope names it.
enum ServiceCode {
  /// All codes of a scope.
  ///
  /// `service: CODE` with a blank, as the guide of version 1 prints it, is accepted too.
  static func all(in words: [String]) -> (codes: [String], isSpaced: Bool) {
    var codes: [String] = []
    var isSpaced = false
    for (index, word) in words.enumerated() where word.hasPrefix("service:") {
      let code = word.dropFirst("service:".count)
      if !code.isEmpty {
        codes.append(String(code))
      } else if index + 1 < words.count {
        codes.append(words[index + 1])
        isSpaced = true
      }
    }
    return (codes, isSpaced)
  }

  /// The service that a request means, even if the request is invalid otherwise.
  static func meant(by scope: String?, of client: (any ServiceClient)?) -> String? {
    let codes = all(in: scope?.words ?? []).codes
    return codes.first { client?.has($0) ?? true } ?? codes.first
  }
}
