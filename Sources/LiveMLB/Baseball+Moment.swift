package import LiveModel

/// A game of baseball as home automation shows it.
extension Baseball {
  package func moment(after event: Event) -> GameMoment {
    let members = event.data.baseball
    return GameMoment(
      period: place(of: event), outs: members.outs,
      runners: members.bases.map { [$0.first, $0.second, $0.third].map { $0?.name } },
      batting: battingSide(at: event))
  }

  /// The kinds of events for home automation, the most telling first.
  package var eventKinds: [EventKind] {
    [
      EventKind("home_run", Tag("home_run"), isOfOneSide: true), EventKind("run", .scoring, isOfOneSide: true),
      EventKind("half_start", .halfStart), EventKind("pitching_change", .pitchingChange),
    ]
  }
}
