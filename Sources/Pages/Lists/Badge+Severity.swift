import Flow
import Frame

extension Badge {
  init(_ severity: Rule.Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .note: self = .note
    }
  }
}
