/// The algorithms that discovery lists for tokens encrypted to the provider; further ones that it can read are reported.
package struct ListedEncryption: Sendable {
  package var keys: Set<String> = ["RSA-OAEP"]
  package var contents: Set<String> = ["A128CBC-HS256"]

  package init() {}
}
