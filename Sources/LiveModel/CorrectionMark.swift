/// The prefix of a text that corrects an earlier one.
package enum CorrectionMark: String, CaseIterable, Sendable {
  case corrected = "Corrected: "
  case takenBack = "Taken back: "

  /// Returns nil when the event needs no mark. A consequence of another fact's correction and a change of plan, such as
  /// another lineup, have none, unless the message is a correction (`isCorrection`).
  package init?(_ event: Event, isCorrection: Bool) {
    let isDecided = [.play, .action].contains(event.type) || event.data.tags.contains(.final)
    switch event.data.change {
    case .retracted: self = .takenBack
    case .corrected where event.data.cause == nil && isDecided: self = .corrected
    case .new, .completed, .corrected:
      guard isCorrection else { return nil }
      self = .corrected
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
  /// The event as it is told to somebody who knows no earlier revision.
  package var asNews: Event {
    var event = unmarked
    if event.data.change == .corrected { event.data.change = .new }
    return event
  }

  /// The event without the mark in its summary. A retracted correction has two marks.
  package var unmarked: Event {
    var event = self
    while let mark = CorrectionMark.allCases.first(where: { event.data.summary.hasPrefix($0.rawValue) }) {
      event.data.summary.removeFirst(mark.rawValue.count)
    }
    return event
  }
}
