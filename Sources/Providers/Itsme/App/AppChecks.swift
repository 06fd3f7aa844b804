import Flow
import HTTP
import OpenID
import ProviderKit

/// Checks, common to all versions, of parameters that cannot spoil a request.
struct AppChecks {
  let book: RuleBook

  /// A phone number; anything else is ignored (guide §3.2).
  func phone(_ hint: String?) -> (number: PhoneNumber?, findings: [Finding]) {
    guard var hint else { return (nil, []) }
    // The hint may name a scenario, with or without a phone number.
    if hint.contains("scenario:") {
      hint = hint.split(separator: " ").filter { !$0.hasPrefix("scenario:") }.joined(separator: " ")
      guard !hint.isEmpty else { return (nil, []) }
    }
    guard let phone = PhoneNumber(hint) else {
      return (nil, [Finding(book[.loginHintMalformed], hint)])
    }
    // The leading zero of a national number is dropped after a country code.
    return (PhoneNumber("\(phone.countryCode)+\(phone.national.drop { $0 == "0" })") ?? phone, [])
  }

  /// The first of `fr`, `nl`, `en` and `de` in `ui_locales`; other values are ignored (guide §3.2).
  func language(_ locales: String?) -> (language: PageLanguage?, findings: [Finding]) {
    let words = (locales ?? "").split(separator: " ").map(String.init)
    let ignored = words.filter { PageLanguage(rawValue: $0) == nil }
    return (
      words.lazy.compactMap { PageLanguage(rawValue: $0) }.first,
      ignored.isEmpty ? [] : [Finding(book[.localeUnsupported], ignored.joined(separator: " "))]
    )
  }

  /// `max_age` must be a number of seconds; it has no effect, as every login authenticates again (guide §3.2).
  func maxAge(_ value: String?) -> [Finding] {
    guard let value, Int(value).map({ $0 < 0 }) ?? true else { return [] }
    return [Finding(book[.maxAgeMalformed], value)]
  }

  /// A POST opens no app, which is worse on a phone.
  func method(_ parameters: AuthorizationParameters, _ browser: Request) -> [Finding] {
    guard parameters.isPosted else { return [] }
    return book.advice(Platform.isPhone(browser) ? .postedOnPhone : .posted)
  }
}

extension ItsmeVersion {
  static var appChecks: AppChecks { AppChecks(book: book) }
}
