/// Collects one side's starters from `boxscore.teams.<side>.players`: those whose place in the batting order is a full
/// hundred. `401` is the first substitute of the fourth place.
struct LineupBuilder: Sendable {
  static let maximumPlayers = 200

  var probablePitcher: Person?
  /// The player being read.
  var person = PersonBuilder().person
  var battingOrder: String?
  var position: String?
  private var starters: [Int: Starter] = [:]

  mutating func beginPlayer() {
    (person, battingOrder, self.position) = (PersonBuilder().person, nil, nil)
  }

  mutating func take(position text: JSONText) { position = position ?? text.string }

  mutating func endPlayer() {
    guard let place = battingOrder.flatMap({ Int($0, in: 1...9999) }), place.isMultiple(of: 100) else { return }
    if starters[place] == nil { starters[place] = Starter(player: person, position: position) }
  }

  var lineup: Lineup {
    Lineup(probablePitcher: probablePitcher, starters: starters.sorted { $0.key < $1.key }.map(\.value))
  }
}
