/// A demonstration that another page leads to.
package struct DemonstrationLink: Sendable {
  package let provider: String
  /// Below `/demo/`.
  package let slug: String
  package let title: String

  package init(provider: String, slug: String, title: String) {
    (self.provider, self.slug, self.title) = (provider, slug, title)
  }
}
