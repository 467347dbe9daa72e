/// Collects what a snapshot says of the game itself: identity, schedule, sides, status.
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
      throw JSONFault(.wrongType, "expected a time as '20240713_031142', found '\(text.string.prefix(40))'")
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
      away: try away.team(.away),
      home: try home.team(.home))
  }

  func status() throws(JSONFault) -> GameStatus {
    guard let state = codedGameState?.unlessEmpty else { throw .missing("gameData.status.codedGameState") }
    return GameStatus(
      codedGameState: state, statusCode: statusCode?.unlessEmpty ?? state, detailedState: detailedState, reason: reason)
  }
}

/// Collects one side. Low leagues and special teams lack some of the names; another stands in.
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
