internal import LiveModel

/// A team's games as iCalendar (RFC 5545). It has no scores, because calendars show their entries unasked.
struct TeamCalendar: Sendable {
  let team: String
  /// In any order. A game that was put off is listed under each of its dates.
  let games: [ScoreboardGame]
  /// When the league confirmed the games.
  let confirmed: Timestamp

  /// How long a game is taken to last.
  private static let length = Duration.seconds(3 * 3600)
  /// Octets of a line, without its end.
  private static let longestLine = 75

  /// The calendar, with CRLF at the end of each line.
  var text: String {
    let head = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//livegamed//web//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH",
      "X-WR-CALNAME:\(Self.escaped(team))", "NAME:\(Self.escaped(team))", "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
      "X-PUBLISHED-TTL:PT1H",
    ]
    let lines = head + newest.flatMap(event) + ["END:VCALENDAR"]
    return lines.map { Self.folded($0) + "\r\n" }.joined()
  }

  /// The newest row of each game, in order of start: the one on the date on which it is played.
  private var newest: [ScoreboardGame] {
    var rows: [Int: ScoreboardGame] = [:]
    for game in games {
      let id = game.summary.game.id
      guard let known = rows[id] else {
        rows[id] = game
        continue
      }
      if Self.day(of: known) < Self.day(of: game) { rows[id] = game }
    }
    return ScoreboardGame.inOrder(Array(rows.values))
  }

  /// The day for which a row is newer than those of other days. A row without a continuation is the one of the day on which
  /// the game is played.
  private static func day(of game: ScoreboardGame) -> (isLast: Int, date: String) {
    (game.continuation == nil ? 1 : 0, game.continuation?.date ?? game.summary.game.date ?? "")
  }

  private func event(_ game: ScoreboardGame) -> [String] {
    let summary = game.summary
    guard let times = times(game) else { return [] }
    let order = game.isDoubleheader ? " (game \(summary.game.number ?? 1))" : ""
    let name = "\(ClubName.short(of: summary.game.away)) at \(ClubName.short(of: summary.game.home))\(order)"
    let state: String? =
      switch summary.game.status {
      case .postponed: "Postponed"
      case .cancelled: "Cancelled"
      case .suspended: "Suspended"
      default: nil
      }
    let isOff = summary.game.status == .cancelled || summary.game.status == .postponed && game.continuation == nil
    let notes = [state.map { $0 + (summary.reason.map { ": \($0)" } ?? "") }, game.note].compactMap(\.self)
    return [
      "BEGIN:VEVENT", "UID:\(summary.league.rawValue)-\(summary.game.id)@livegamed", "DTSTAMP:\(Self.utc(confirmed))",
    ] + times + [
      "SUMMARY:\(Self.escaped((state.map { "\($0): " } ?? "") + name))",
      "STATUS:\(isOff ? "CANCELLED" : "CONFIRMED")", "TRANSP:TRANSPARENT",
    ] + (notes.isEmpty ? [] : ["DESCRIPTION:\(Self.escaped(notes.joined(separator: ". ")))"]) + ["END:VEVENT"]
  }

  /// Beginning and end; a whole day while the start is to be determined. Nil for a game without a date.
  private func times(_ game: ScoreboardGame) -> [String]? {
    let start = game.continuation.map(\.start) ?? game.summary.start
    if let start { return ["DTSTART:\(Self.utc(start))", "DTEND:\(Self.utc(start + Self.length))"] }
    guard let date = game.continuation?.date ?? game.summary.game.date, let day = CivilDate(iso: date) else {
      return nil
    }
    let next = CivilDate(daysSinceEpoch: day.daysSinceEpoch + 1)
    return ["DTSTART;VALUE=DATE:\(Self.plain(day))", "DTEND;VALUE=DATE:\(Self.plain(next))"]
  }

  /// `20260714T230500Z`.
  private static func utc(_ instant: Timestamp) -> String {
    instant.description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }

  private static func plain(_ date: CivilDate) -> String { "\(date)".filter { $0 != "-" } }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\", ";", ",": escaped += "\\\(character)"
      case _ where character.isNewline: escaped += "\\n"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// Returns the line in parts of at most 75 octets, each but the first with a space before it. No character is split.
  private static func folded(_ line: String) -> String {
    var (folded, count) = ("", 0)
    for character in line {
      let octets = character.utf8.count
      if count + octets > longestLine {
        folded += "\r\n "
        count = 1
      }
      folded.append(character)
      count += octets
    }
    return folded
  }
}
