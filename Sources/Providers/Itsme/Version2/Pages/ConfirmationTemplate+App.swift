extension ConfirmationTemplate {
  /// What the app shows of it; tags are not rendered.
  var particulars: [(name: String, value: String)] {
    switch self {
    case .payment(let amount, let currency, let iban):
      [("Amount", "\(amount) \(currency)"), ("To", iban)]
    case .text(let text): [("Text", text)]
    }
  }
}
