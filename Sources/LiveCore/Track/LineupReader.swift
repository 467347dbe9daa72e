/// Drafts what is known of a game before it begins: probable pitchers and batting orders. From the first pitch on,
/// changes are substitutions, which the play log tells.
enum LineupReader {
  static func drafts(for snapshot: GameSnapshot, of game: GameID) -> [FactDraft] {
    guard !snapshot.status.isUnderway, !snapshot.status.isOver else { return [] }
    return [Side.away, .home].flatMap { side in
      [probablePitcher(side, snapshot, game), lineup(side, snapshot, game)].compactMap { $0 }
    }
  }

  private static func probablePitcher(_ side: Side, _ snapshot: GameSnapshot, _ game: GameID) -> FactDraft? {
    snapshot.lineups[side].probablePitcher.map { pitcher in
      FactDraft(
        fact: .probablePitcher(side, in: game), type: .lineup, time: snapshot.timeStamp,
        players: [Participant(pitcher, as: .pitcher)], importance: 1, tags: [.probablePitcher],
        summary: "Probable pitcher of the \(snapshot.info.team(side).name): \(pitcher.name)")
    }
  }

  private static func lineup(_ side: Side, _ snapshot: GameSnapshot, _ game: GameID) -> FactDraft? {
    let starters = snapshot.lineups[side].starters
    guard starters.count >= 9 else { return nil }
    let names = starters.map { "\($0.player.name)\($0.position.map { " \($0)" } ?? "")" }
    return FactDraft(
      fact: .lineup(side, in: game), type: .lineup, time: snapshot.timeStamp,
      players: starters.map { Participant($0.player, as: .batter) }, importance: 2, tags: [.lineup],
      summary: "Lineup of the \(snapshot.info.team(side).name): \(names.joined(separator: ", "))")
  }
}
