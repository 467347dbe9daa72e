package import LiveModel

/// The sides of an event: whose it is, and who bats.
extension Baseball {
  /// Returns the side at bat during an event of the play log; nil for a status, even one during an inning.
  package func battingSide(at event: Event) -> Side? { Self.battingSide(at: event.type, event.data.baseball) }

  /// Returns the side at bat for a play, a steal or a half-inning; the pitching side for its own actions and its
  /// no-hitter; the side that a lineup or a watch names; the side that challenged a pitch; the winner of a final that
  /// is sure. Nil for any other event.
  package func side(of event: Event) -> Side? { Self.side(of: event.type, event.data, event.data.baseball) }

  /// Returns the side of an event whose own members are known already; decoding them takes time.
  static func side(of type: EventType, _ data: EventData, _ own: BaseballMembers) -> Side? {
    switch type {
    case .status:
      let isSure = data.tags.contains(.final) && !data.tags.contains(.unconfirmed)
      return isSure ? data.score?.leader : nil
    case .lineup, .watch: return data.fact.side ?? battingSide(at: type, own)
    case .inning:
      let batting = battingSide(at: type, own)
      return data.tags.contains(.noHitterIntact) ? batting?.other : batting
    case .action: return side(ofAction: own)
    default: return battingSide(at: type, own)
    }
  }

  private static func battingSide(at type: EventType, _ own: BaseballMembers) -> Side? {
    [.inning, .play, .action, .watch].contains(type) ? own.inning?.batting : nil
  }

  private static func side(ofAction own: BaseballMembers) -> Side? {
    // A reviewed pitch has no `eventType`.
    guard let eventType = own.play?.eventType, !eventType.isEmpty else { return own.play?.reviews?.first?.side }
    if ofTheField.contains(eventType) { return own.inning?.batting.other }
    return ofNobody.contains(eventType) ? nil : own.inning?.batting
  }

  /// Actions of the side in the field.
  private static let ofTheField: Set<String> = [
    "pitching_substitution", "pitcher_switch", "defensive_substitution", "defensive_switch", "mound_visit",
    "pitcher_step_off",
  ]

  /// Actions of either side, which the feed does not name, or of neither.
  private static let ofNobody: Set<String> = ["ejection", "injury", "game_advisory", "umpire_substitution"]
}

extension Fact {
  /// The side in the name of a lineup or a watch: `away` in `mlb/747175/watch/no_hitter/away/1`; nil if none is in it.
  fileprivate var side: Side? {
    rawValue.split(separator: "/").lazy.compactMap { Side(rawValue: String($0)) }.first
  }
}
