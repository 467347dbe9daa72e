import LiveCore
import LiveModel

/// Players as lines of text, one each.
struct PlayerText {
  /// Maximum columns.
  var width: Int
  var hasColour: Bool

  /// Returns lines for `Terminal.say(drawn:)`.
  func lines(of answer: PlayersAnswer) -> [String] {
    guard !answer.players.isEmpty else { return ["no such player in \(answer.season)".cut(to: width)] }
    let more = answer.more.map { ["… and \($0) more; name a team, too".cut(to: width)] } ?? []
    return table(answer.players).lines(hasColour: hasColour, width: width) + more
  }

  /// Returns lines for standard error about several players with one name.
  func choices(_ players: [PlayerListing], named name: String) -> [String] {
    ["several players are named \(quoted(name)); give the id of one"]
      + table(players).lines(hasColour: false, width: width)
  }

  /// Returns the line for standard error about a name that no player has.
  static func nobody(named name: String, _ answer: PlayersAnswer) -> String {
    let near = (answer.nearest ?? []).map { "'\($0)'" }.joined(separator: " or ")
    return "no player of \(answer.season) is named \(quoted(name))"
      + (near.isEmpty ? "; players of earlier seasons are known by their ids only" : "; did you mean \(near)?")
  }

  private func table(_ players: [PlayerListing]) -> TextTable {
    var table = TextTable("ID", "POS", "TEAM", "NO", "NAME")
    for player in players {
      table.add([
        player.idText, player.position?.abbreviation ?? "", player.team?.abbreviation ?? player.team?.name ?? "",
        player.number ?? "", player.name,
      ])
    }
    return table
  }
}

extension PlayerListing {
  /// The id as `livegamed player show` takes it: `660271`, or `balldontlie:115` for one that a service gives.
  var idText: String { (service.map { "\($0.onOneLine):" } ?? "") + "\(id)" }
}
