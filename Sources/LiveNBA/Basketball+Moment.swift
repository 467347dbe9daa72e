package import LiveModel

/// A game of basketball as home automation shows it.
extension Basketball {
  /// The kinds of events for home automation, the most telling first.
  package var eventKinds: [EventKind] {
    [
      EventKind("buzzer_beater", .buzzerBeater, isOfOneSide: true),
      EventKind("three_pointer", .threePointer, isOfOneSide: true), EventKind("dunk", .dunk, isOfOneSide: true),
      EventKind("basket", .fieldGoal, isOfOneSide: true), EventKind("free_throw", .freeThrow, isOfOneSide: true),
      EventKind("period_start", .periodStart), EventKind("period_end", .periodEnd),
    ]
  }
}
