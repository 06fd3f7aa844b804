import Flow

// Whether the setup works, as shown by a login that must succeed.

extension Campaign {
  /// What went wrong with a login that must succeed, with advice; `nil` if nothing did.
  func problem(of look: Look, _ evidence: Evidence) -> String? {
    let advice = (evidence.problems + evidence.clashes).map { ". \($0)" }.joined()
    if case .failed(let error) = look.page.end {
      return "the relying party does not answer: \(error)\(advice)"
    }
    if case .leftFor(let address) = look.page.end {
      return
        "the browser was sent to \(address.origin), which is not a host of this campaign; if it belongs to it, "
        + "\(order.asker.host(address.host))\(advice)"
    }
    if evidence.transaction == nil {
      if let refusal = evidence.refusals.first, !advice.isEmpty {
        return "the emulator refused a login that had to succeed, at \(refusal)\(advice)"
      }
      let guess = !advice.isEmpty ? advice : order.isWalk ? ". \(order.asker.script)" : Self.words(of: look)
      return "the relying party began no login at \(order.provider): \(look.summary)\(guess)"
    }
    if let refusal = evidence.refusals.first, !evidence.problems.isEmpty {
      return "the emulator refused a login that had to succeed, at \(refusal)\(advice)"
    }
    if order.isWalk, isAtProvider(look) || look.page.end != .arrived {
      return "a login that had to succeed did not come back: \(look.summary)\(advice)"
    }
    return letsNobodyIn(look).map { "a login that had to succeed \($0)\(advice)" }
  }

  /// What a command wrote, and what shells say by their own exit statuses of one that they cannot run.
  private static func words(of look: Look) -> String {
    let why = [
      126: ", so the command or a program in it cannot be run",
      127: ", so the command or a program in it was not found",
    ]
    let text = look.page.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return (look.exit.flatMap { why[$0] } ?? "") + (text.isEmpty ? "" : ": \(text)")
  }

  /// Evidence that nobody was logged in; `nil` without any.
  ///
  /// The marks given in the order take precedence.
  private func letsNobodyIn(_ look: Look) -> String? {
    guard distinction.isIn.isEmpty else {
      let wanted = distinction.isIn.map(\.text).joined(separator: ", ")
      let isShown = distinction.seen(in: look) == .accepted || distinction.fitsIn(look)
      return isShown ? nil : "does not show \(wanted): \(look.summary)"
    }
    if let exit = look.exit {
      return exit == 0
        ? nil : "ended with exit status \(exit): the command is to end with 0 where somebody is logged in"
    }
    if let status = look.page.status, status >= 400 { return "ended with an error: \(look.summary)" }
    guard order.profile != nil, let profile = look.profile else { return nil }
    let isClosed = profile.asksProvider || profile.status.map { $0 >= 400 } ?? true
    return isClosed
      ? "does not open \(order.asker.theProfile): \(profile.summary) there, after \(look.page.summary)"
      : nil
  }

  /// Why the order's marks of who is not logged in tell nothing, by a login that succeeded; `nil` if it lacks them.
  func mistakeInOut(by look: Look) -> String? {
    guard order.distinction.fitsOut(look) else { return nil }
    let marks = order.asker.marks(order.distinction.isOut, ofLoggedIn: false)
    let remedy = Asker.marks(ofOnly: "not logged in")
    return "a login that succeeded fits \(marks): \(look.summary). To go on, \(remedy)"
  }

  /// Why its marks of who is logged in tell nothing, by a login that the person refused; `nil` if it lacks them.
  func mistakeInIn(by look: Look) -> String? {
    guard order.distinction.fitsIn(look) else { return nil }
    let marks = order.asker.marks(order.distinction.isIn, ofLoggedIn: true)
    let remedy = Asker.marks(ofOnly: "logged in")
    return "a login that the person refused fits \(marks): \(look.summary). To go on, \(remedy)"
  }

  /// Learns from a login that the person refused, unless another took its story.
  mutating func learnRefusal(from look: Look, _ evidence: Evidence) {
    if distinction.isBusy(in: look) {
      _ = stuck("the relying party is busy: \(look.summary). To go on, \(Asker.busy)")
      return
    }
    if let exit = look.exit, Distinction.isStopped(exit) {
      _ = stuck(
        "a login that the person refused ended with exit status \(exit)\(Self.words(of: look)): "
          + "the command is to end by itself, with another status than 0, where nobody is logged in")
      return
    }
    let isOther = evidence.isOwn == false || evidence.isOwn == nil && evidence.isCrowded
    guard evidence.transaction != nil, !isOther else {
      lessons.missed += 1
      guard lessons.missed == Lessons.missLimit else { return }
      // Marks that were given stand without it.
      if !distinction.isIn.isEmpty {
        lessons.isRefusalKnown = false
      } else {
        _ = stuck(
          isOther
            ? "logins of others took each refusal that was meant for the relying party: \(order.asker.alone)"
            : "the relying party began no login that the person could refuse: \(look.summary)")
      }
      return
    }
    if let mistake = mistakeInIn(by: look) { _ = stuck(mistake) }
    lessons.outs.append(look)
    refused = attempt?.walk?.jar ?? CookieJar()
  }

  private func isAtProvider(_ look: Look) -> Bool {
    WebAddress(look.page.address).map(order.territory.isProvider) ?? false
  }
}
