internal import LiveJSON
internal import LiveModel

/// Collects the values of one `feed/live` body, in any order.
struct SnapshotBuilder: Sendable {
  /// Far above the longest game on record, which had about 220 plays.
  static let maximumPlays = 2_000
  static let maximumNames = 1_000

  var head = HeadBuilder()
  var linescore = Linescore()
  var decisions = Decisions()
  /// The team, person, play and reviews being read. None of them is nested in one of its own type.
  var team = TeamBuilder()
  var person = PersonBuilder()
  var play = PlayBuilder(position: 0)
  var reviews = ReviewsBuilder()
  /// The player of a box score being read.
  var listed = ListedPlayer()
  /// The texts of the event being read.
  var held = JSONTextStore()
  /// Names and codes, which a body repeats.
  var texts = JSONTextCache()
  var lineups = Sides(away: LineupBuilder(), home: LineupBuilder())
  var absChallengesLeft = Sides<Int?>(away: nil, home: nil)
  private var plays: [Play] = []
  /// The play of `currentPlay`, which only a short answer needs.
  private var currentPlay: Play?
  private var names: [Int: String] = [:]

  mutating func beginPlay(at position: Int) { play = PlayBuilder(position: position) }

  mutating func endPlay() throws(JSONFault) { plays.append(try play.finish()) }

  mutating func beginEvent(at position: Int) {
    held.removeAll()
    play.event = ActionBuilder(position: position)
  }

  /// A play that cannot be read counts as absent: a whole answer then decides.
  mutating func endCurrentPlay() { currentPlay = try? play.finish() }

  mutating func beginName() { person = PersonBuilder() }

  mutating func endName() {
    guard let id = person.id, let name = person.name, names[id] == nil else { return }
    names[id] = name
  }

  func snapshot() throws(JSONFault) -> GameSnapshot {
    let identity = try head.identity()
    let isShort = plays.isEmpty && currentPlay != nil
    return GameSnapshot(
      gamePk: identity.gamePk, timeStamp: identity.timeStamp, info: try head.info(), status: try head.status(),
      linescore: linescore, plays: isShort ? [currentPlay].compactMap(\.self) : plays,
      omitted: isShort ? OmittedPlays() : nil,
      lineups: Sides(away: lineups.away.lineup, home: lineups.home.lineup), absChallengesLeft: absChallengesLeft,
      decisions: decisions.isEmpty ? nil : decisions, names: names)
  }
}

/// Collects a person's id and name.
struct PersonBuilder: Sendable {
  var id: Int?
  var name: String?

  var person: Person { Person(id: id ?? 0, name: name ?? "") }
  /// The person; nil if the id is absent.
  var known: Person? { id.map { Person(id: $0, name: name ?? "") } }
}

/// Collects the runs of both sides, which are valid only together.
struct ScoreBuilder: Sendable {
  var away: Int?
  var home: Int?

  var score: Score? {
    guard let away, let home else { return nil }
    return Score(away: away, home: home)
  }
}

/// Collects the game's identity, schedule, clubs and status.
struct HeadBuilder: Sendable {
  var gamePk: Int?
  var type = "R"
  var gameNumber = 1
  var dateTime: String?
  var originalDate: String?
  var officialDate: String?
  var codedGameState: String?
  var statusCode: String?
  var detailedState = ""
  var reason: String?
  var isStartToBeDetermined = false
  var away = TeamBuilder()
  var home = TeamBuilder()
  private var revision: Timestamp?

  mutating func take(timeStamp text: JSONText) throws(JSONFault) {
    guard let time = Timestamp(timecode: text.string) else {
      throw JSONFault(.wrongType, "expected a time such as '20240713_031142', found '\(text.string.prefix(40))'")
    }
    revision = time
  }

  func identity() throws(JSONFault) -> (gamePk: Int, timeStamp: Timestamp) {
    guard let gamePk else { throw .missing("gamePk") }
    guard let revision else { throw .missing("metaData.timeStamp") }
    return (gamePk, revision)
  }

  func info() throws(JSONFault) -> GameInfo {
    let start = dateTime.flatMap { Timestamp(rfc3339: $0) }
    let startDate = start == nil ? nil : dateTime.map { String($0.prefix(10)) }
    guard let date = officialDate?.unlessEmpty ?? originalDate?.unlessEmpty ?? startDate else {
      throw .missing("gameData.datetime.officialDate")
    }
    return GameInfo(
      type: type, gameNumber: gameNumber, officialDate: date, scheduledStart: isStartToBeDetermined ? nil : start,
      away: try away.team(.away), home: try home.team(.home),
      nicknames: Sides(away: away.teamName?.unlessEmpty, home: home.teamName?.unlessEmpty))
  }

  func status() throws(JSONFault) -> MLBStatus {
    guard let state = codedGameState?.unlessEmpty else { throw .missing("gameData.status.codedGameState") }
    return MLBStatus(
      codedGameState: state, statusCode: statusCode?.unlessEmpty ?? state, detailedState: detailedState, reason: reason)
  }
}

/// Collects one club. Lower leagues and special teams lack some of the names; the next available name replaces them.
struct TeamBuilder: Sendable {
  var id: Int?
  var abbreviation: String?
  var teamCode: String?
  var fileCode: String?
  var name: String?
  var teamName: String?

  func team(_ side: Side) throws(JSONFault) -> Team {
    guard let id else { throw .missing("gameData.teams.\(side.rawValue).id") }
    let code = teamCode?.unlessEmpty ?? fileCode?.unlessEmpty
    let short = abbreviation?.unlessEmpty ?? code?.uppercased()
    let long = name?.unlessEmpty ?? teamName?.unlessEmpty
    return Team(id: id, abbreviation: short ?? long ?? "", name: long ?? short ?? "")
  }
}

extension String {
  fileprivate var unlessEmpty: String? { isEmpty ? nil : self }
}

/// Collects one side's starters from `boxscore.teams.<side>.players`.
struct LineupBuilder: Sendable {
  static let maximumPlayers = 200

  var probablePitcher: Person?
  private var starters: [Int: Starter] = [:]

  mutating func add(_ player: ListedPlayer, at place: Int) {
    if starters[place] == nil { starters[place] = Starter(player: player.person, position: player.position) }
  }

  var lineup: Lineup {
    Lineup(probablePitcher: probablePitcher, starters: starters.sorted { $0.key < $1.key }.map(\.value))
  }
}

/// Collects one player of a box score.
struct ListedPlayer: Sendable {
  var person = PersonBuilder().person
  var battingOrder: String?
  private(set) var position: String?

  /// The place in the batting order of a starter, a multiple of 100; nil for others. `401` is the first substitute in
  /// the fourth place.
  var place: Int? { battingOrder.flatMap { Int($0, in: 1...9999) }.flatMap { $0.isMultiple(of: 100) ? $0 : nil } }

  mutating func take(position text: JSONText) { position = position ?? text.string }
}
