internal import LiveJSON
internal import LiveModel

/// Collects the values of one body, in any order.
struct NBASnapshotBuilder: Sendable {
  /// Four times the longest game on record.
  static let mostActions = 4_000
  static let mostPlayers = 40

  var action = NBAAction()
  var team = NBABoxTeam()
  var player = NBABoxPlayer()
  var box = NBABoxScore()
  private var gameId: Int?
  private var time: Timestamp?
  private var actions: [NBAAction] = []
  private var hasTeams = false

  mutating func take(time text: JSONText) throws(JSONFault) {
    guard let time = EasternTime.timestamp(text.string) else {
      throw JSONFault(
        .wrongType, "expected a time such as '2026-01-14 22:26:54', found '\(text.string.prefix(40))'")
    }
    self.time = time
  }

  mutating func take(gameId text: JSONText) throws(JSONFault) {
    guard let id = GameNumber.parse(text.string) else {
      throw JSONFault(.wrongType, "expected ten digits, found '\(text.string.prefix(40))'")
    }
    gameId = id
  }

  mutating func beginAction(at position: Int) {
    action = NBAAction()
    action.position = position
  }

  mutating func endAction() throws(JSONFault) {
    // Both are part of every fact: an answer without them says nothing that can be trusted.
    guard action.number >= 0 else { throw .missing("actionNumber") }
    guard !action.type.isEmpty else { throw .missing("actionType") }
    guard action.period > 0 else { throw .missing("period") }
    actions.append(action)
  }

  mutating func beginTeam() {
    team = NBABoxTeam()
    hasTeams = true
  }

  mutating func endTeam(_ side: Side) { box.teams[side] = team }

  mutating func endPlayer() { if player.id > 0 { team.players.append(player) } }

  func snapshot() throws(JSONFault) -> NBASnapshot {
    guard let gameId else { throw .missing("game.gameId") }
    guard let time else { throw .missing("meta.time") }
    let content: NBASnapshot.Content
    if hasTeams {
      guard box.status != nil else { throw .missing("game.gameStatus") }
      content = .boxScore(box)
    } else {
      content = .playByPlay(actions.sorted { ($0.place, $0.position) < ($1.place, $1.position) })
    }
    return NBASnapshot(gameId: gameId, time: time, content: content)
  }
}
