/// How a text begins whose readers were told something else before.
enum CorrectionMark: String, CaseIterable, Sendable {
  case corrected = "Corrected: "
  case takenBack = "Taken back: "

  /// Nil where nothing needs to be corrected.
  init?(_ event: Event, isCorrection: Bool) {
    let isMarked = event.data.summary.hasPrefix(Self.corrected.rawValue)
    if event.data.retracted {
      self = .takenBack
    } else if isCorrection || isMarked {
      self = .corrected
    } else {
      return nil
    }
  }

  /// Where even what it was about would tell too much.
  var vague: String {
    switch self {
    case .corrected: "Something was corrected"
    case .takenBack: "Something was taken back"
    }
  }
}

extension Event {
  /// Its summary without a mark, or the two that a correction has which was taken back.
  var unmarked: Event {
    var event = self
    while let mark = CorrectionMark.allCases.first(where: { event.data.summary.hasPrefix($0.rawValue) }) {
      event.data.summary.removeFirst(mark.rawValue.count)
    }
    return event
  }
}
