internal import LiveCore
internal import LiveModel

/// Plays of today that were corrected or taken back, for the template `daemon/corrections`.
struct CorrectionsCard: Sendable {
  /// The newest first.
  var corrections: [Row]

  struct Row: Sendable {
    var words: String
    var subject: String
    /// Address of the game below the prefix.
    var path: String
    var seen: PageMoment
  }

  /// Rows of the card.
  private static let most = 12

  init(_ events: [SequencedEvent], _ viewer: DaemonViewer) {
    var facts: Set<Fact> = []
    let newest = events.reversed().map(\.event).filter { viewer.mayShow($0) && facts.insert($0.data.fact).inserted }
    corrections = newest.prefix(Self.most).map { event in
      let isGone = event.data.change == .retracted
      return Row(
        words: viewer.preferences.hidesScores
          ? "A play was \(isGone ? "taken back" : "corrected")" : event.data.summary,
        subject: event.subject, path: "/\(event.data.league.rawValue)/games/\(event.data.game.id)?plays=corrected",
        seen: viewer.moment(event.data.observedAt))
    }
  }
}
