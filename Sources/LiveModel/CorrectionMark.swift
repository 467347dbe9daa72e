/// The prefix of a text that corrects an earlier one.
package enum CorrectionMark: String, CaseIterable, Sendable {
  case corrected = "Corrected: "
  case takenBack = "Taken back: "

  /// Returns nil when the event needs no mark.
  package init?(_ event: Event, isCorrection: Bool) {
    let isMarked = event.data.summary.hasPrefix(Self.corrected.rawValue)
    if event.data.retracted {
      self = .takenBack
    } else if isCorrection || isMarked {
      self = .corrected
    } else {
      return nil
    }
  }

  /// A replacement for a text that would spoil the result even without its details.
  package var vague: String {
    switch self {
    case .corrected: "Something was corrected"
    case .takenBack: "Something was taken back"
    }
  }
}

extension Event {
  /// The event without the mark in its summary. A retracted correction has two marks.
  package var unmarked: Event {
    var event = self
    while let mark = CorrectionMark.allCases.first(where: { event.data.summary.hasPrefix($0.rawValue) }) {
      event.data.summary.removeFirst(mark.rawValue.count)
    }
    return event
  }
}
