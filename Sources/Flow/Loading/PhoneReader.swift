import JSON

/// Reads the `phone` of a story: what the person does, in order.
struct PhoneReader {
  let words: Words

  func script(_ value: ValueReader) -> PhoneScript? {
    switch value.node.content {
    case .string("manual"):
      return .manual
    case .array:
      return .steps(steps(value.elements() ?? []))
    default:
      value.problem("expected \"manual\" or an array of steps, found \(value.found)")
      return nil
    }
  }

  private func steps(_ values: [ValueReader]) -> [PhoneStep] {
    var steps: [PhoneStep] = []
    var final: Verb?
    for value in values {
      guard let reader = value.object() else { continue }
      if let final {
        value.problem("the person is done after \"\(final.term.name)\"; no step can follow it")
      }
      let (step, verb) = read(reader)
      guard let step else { continue }
      if let last = steps.last, step.after < last.after {
        reader.problem(
          at: "after",
          "\"after\" counts from the start and does not go back; the step before is at "
            + "\"\(DurationText.text(last.after))\"")
      }
      steps.append(step)
      if final == nil, verb?.isFinal == true { final = verb }
    }
    return steps
  }

  private func read(_ reader: ObjectReader) -> (PhoneStep?, Verb?) {
    let after = reader.duration("after")
    let name = reader.requiredOneOf("do", allowed: words.verbNames, what: "verb for \(words.provider)")
    let verb = words.verbs.first { $0.term.name == name }
    let reason = reader.value("reason").flatMap { self.reason($0, of: verb) }
    reader.close()
    guard let name else { return (nil, nil) }
    return (PhoneStep(after: after ?? .zero, name, reason: reason), verb)
  }

  private func reason(_ value: ValueReader, of verb: Verb?) -> String? {
    guard let verb else { return value.string() }
    guard !verb.reasons.isEmpty else {
      value.problem("the verb \"\(verb.term.name)\" does not accept a reason")
      return nil
    }
    return value.oneOf(verb.reasons, what: "reason for \(verb.term.name)")
  }
}
