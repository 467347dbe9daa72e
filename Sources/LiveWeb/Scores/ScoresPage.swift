internal import LiveModel

/// The value of the template `scores/page`: the games of a date in groups.
struct ScoresPage: Sendable {
  /// `Monday, April 20`.
  var heading: String
  /// `YYYY-MM-DD`.
  var date: String
  var previous, next: Neighbour
  /// Values of the query that the form of the date keeps.
  var only, scores: String?
  var chips: [Chip]
  var groups: [Group]
  var banner: Banner?
  var notes: AnswerNotes?
  var empty: Empty?

  /// The day before or after.
  struct Neighbour: Sendable {
    /// `April 19`.
    var day: String
    var query: String
  }

  /// A choice above the games.
  struct Chip: Sendable {
    var label: String
    var number: Int?
    /// Empty for the page without choices.
    var query: String
    var isCurrent: Bool
    /// The key that is its shortcut.
    var key: String?
  }

  struct Group: Sendable {
    /// The id of the list.
    var key: String
    var title: String
    var total: Int
    var isFavourites: Bool
    var rows: [GameRow]
  }

  /// A warning about what is shown.
  struct Banner: Sendable {
    var what: String
    var text: String
  }

  /// The words instead of games.
  struct Empty: Sendable {
    var title: String
    var text: String
    var nextDay: String?
  }
}

/// The choices of a scoreboard's visitor.
struct ScoreChoice: Sendable {
  var date: CivilDate
  /// Whether the date was asked for.
  var isDated: Bool
  var only: ScoreFilter
  var viewer: GameRow.Viewer
  /// Ids of the favourite teams, and abbreviations of the followed ones if there are no favourites.
  var favourites: Set<Int> = []
  var followed: Set<String> = []

  /// Returns whether a game is of one of the visitor's teams.
  func isMine(_ game: ScoreboardGame) -> Bool {
    [game.summary.game.away, game.summary.game.home].contains { club in
      club.id.map(favourites.contains) ?? false || club.abbreviation.map(followed.contains) ?? false
    }
  }

  /// Returns the query of a link that keeps the choices but one.
  func query(date: CivilDate? = nil, only: ScoreFilter? = nil, hidesScores: Bool? = nil) -> String {
    let day = date ?? (isDated ? self.date : nil)
    let filter = only ?? self.only
    let parts = [
      day.map { "date=\($0)" }, filter == .all ? nil : "only=\(filter.rawValue)",
      hidesScores.map { "scores=\($0 ? "hidden" : "shown")" },
    ]
    return parts.compactMap(\.self).joined(separator: "&")
  }
}

extension ScoresPage {
  /// Arranges the games of a date.
  init(_ games: [ScoreboardGame], _ choice: ScoreChoice) {
    let date = choice.date
    heading = "\(date.weekday), \(date.monthName) \(date.day)"
    self.date = "\(date)"
    let days = (CivilDate(daysSinceEpoch: date.daysSinceEpoch - 1), CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1))
    let hides = choice.viewer.preferences.hidesScores
    previous = Neighbour(day: days.0.inWords, query: choice.query(date: days.0))
    next = Neighbour(day: days.1.inWords, query: choice.query(date: days.1))
    (only, scores) = (choice.only == .all ? nil : choice.only.rawValue, nil)
    let live = games.filter(\.isInProgress)
    let mine = games.filter(choice.isMine)
    chips = [
      Chip(label: "All", number: games.count, query: choice.query(only: .all), isCurrent: choice.only == .all),
      Chip(
        label: "Live", number: live.count, query: choice.query(only: .live), isCurrent: choice.only == .live, key: "l"),
      Chip(label: "Your teams", number: mine.count, query: choice.query(only: .mine), isCurrent: choice.only == .mine),
      Chip(
        label: hides ? "Show scores" : "Hide scores", query: choice.query(hidesScores: !hides), isCurrent: false),
    ]
    let shown = choice.only == .live ? live : choice.only == .mine ? mine : games
    groups = Self.groups(shown, choice)
    if groups.isEmpty { empty = Self.empty(games, choice) }
  }

  private static func groups(_ games: [ScoreboardGame], _ choice: ScoreChoice) -> [Group] {
    let mine = games.filter(choice.isMine)
    let others = games.filter { !choice.isMine($0) }
    let later: Set<GameStatus.Phase> = [.scheduled]
    let all: [(key: String, title: String, games: [ScoreboardGame])] = [
      ("favourites", "Your teams", mine),
      ("live", "Live", others.filter(\.isInProgress)),
      ("later", "Later", others.filter { later.contains($0.summary.game.status) }),
      ("finished", "Finished", others.filter { !$0.isInProgress && !later.contains($0.summary.game.status) }),
    ]
    return all.filter { !$0.games.isEmpty }.map { key, title, games in
      Group(
        key: key, title: title, total: games.count, isFavourites: key == "favourites",
        rows: games.map { GameRow($0, for: choice.viewer) })
    }
  }

  private static func empty(_ games: [ScoreboardGame], _ choice: ScoreChoice) -> Empty {
    let day = "\(choice.date.weekday), \(choice.date.inWords)"
    guard !games.isEmpty else { return Empty(title: "No games on \(day)", text: "The league's schedule lists none.") }
    switch choice.only {
    case .mine: return Empty(title: "None of your teams plays on \(day)", text: "A star beside a team makes it yours.")
    case .live, .all:
      let starts = games.filter { $0.summary.game.status == .scheduled }.compactMap(\.summary.start)
      let first = starts.min().map { start in
        "The first one begins at \(PageMoment.text(of: start, beside: choice.viewer.now, in: choice.viewer.zone))."
      }
      return Empty(title: "No game is live", text: first ?? "All games of this day are over.")
    }
  }

  /// Identifies the groups with their games, and the numbers of the choices.
  var arrangement: String {
    groups.map { "\($0.key):\($0.rows.map { "\($0.number)" }.joined(separator: ","))" }.joined(separator: ";")
      + chips.map { "|\($0.number ?? 0)" }.joined()
  }
}

extension CivilDate {
  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// `April`.
  var monthName: String { Self.monthNames[month - 1] }

  /// `April 20`.
  var inWords: String { "\(monthName) \(day)" }
}
