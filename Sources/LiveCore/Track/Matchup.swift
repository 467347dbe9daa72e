/// Who faces whom. The feed's `matchup` is that of the end of a plate appearance: whoever was replaced in the middle of
/// it is found by going back through the substitutions.
struct Matchup: Equatable, Sendable {
  var batter: Person
  var pitcher: Person

  /// At the event of that index. `pitcherBefore` pitched to the batter before: for a pitching change that does not say
  /// whom it replaced.
  init(at index: Int, of play: Play, pitcherBefore: Person?, names: [Int: String]) {
    (batter, pitcher) = (play.batter, play.pitcher)
    for action in play.actions.reversed() where action.isAction && action.index > index {
      let replaced = action.replacedPlayer.map { Person(id: $0, name: names[$0] ?? "") }
      switch ActionFamily(action.eventType).name {
      case "pitcher" where action.player == pitcher.id: pitcher = replaced ?? pitcherBefore ?? pitcher
      case "substitution" where action.player == batter.id: batter = replaced ?? batter
      default: break
      }
    }
  }
}
