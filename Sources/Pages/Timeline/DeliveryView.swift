import Flow
import HTTP
import ProviderKit

/// A webhook with its attempts.
struct DeliveryView {
  let record: DeliveryRecord
  let start: Instant

  var html: HTML {
    let delivery = record.delivery
    let attempts = record.attempts.map { attempt -> HTML in
      let outcome =
        switch attempt.outcome {
        case .success(let status): "answered \(status)"
        case .failure(let error): "\(error)"
        }
      return "<li>\(TimeOffset.text(from: start, to: attempt.at)): \(outcome)</li>\n"
    }
    let headers = HTML(delivery.headers.map { "\($0.name): \($0.value)" }, separator: "\n")
    return """
      <details class="exchange" id="delivery-\(record.number)" data-testid="delivery">
      <summary><strong>\(delivery.event)</strong> <span class="line">POST \(delivery.url)</span> \
      <span class="status">\(record.state.rawValue)</span></summary>
      <ul>
      \(attempts)</ul>
      <pre tabindex="0">\(headers)

      \(String(decoding: delivery.body.prefix(MessageView.bodyLimit), as: UTF8.self))</pre>
      </details>

      """
  }
}
