internal import LiveModel

/// The value of the template `scores/page`: the games of a date in groups.
struct ScoresPage: Sendable {
  /// `Monday, April 20`.
  var heading: String
  /// `YYYY-MM-DD`.
  var date: String
  var previous, next: Neighbour
  /// Items of the query that the form of the date keeps.
  var kept: [Item]
  /// The other leagues with such a page; empty if there is only one.
  var leagues: [LeaguePages.Choice]
  var hasLeagues: Bool
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

  /// An item of the query.
  struct Item: Sendable {
    var item: String
    var value: String
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
    /// The query of the link to the next day with games; nil if none is known.
    var nextDay: String?
  }
}

extension ScoresPage {
  /// Arranges the games of a date.
  init(_ games: [ViewedScore], _ choice: ScoreChoice, _ pages: LeaguePages) {
    let date = choice.date
    (leagues, hasLeagues) = (pages.choices, !pages.choices.isEmpty)
    heading = "\(date.weekday), \(date.monthName) \(date.day)"
    self.date = "\(date)"
    let days = (CivilDate(daysSinceEpoch: date.daysSinceEpoch - 1), CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1))
    let hides = choice.viewer.preferences.hidesScores
    previous = Neighbour(day: days.0.inWords, query: choice.query(date: days.0))
    next = Neighbour(day: days.1.inWords, query: choice.query(date: days.1))
    let filter = choice.only == .all ? [] : ["only=\(choice.only.rawValue)"]
    kept = (filter + choice.viewer.preferences.asked).map(Item.init)
    let live = games.filter(\.isLive)
    let mine = games.filter { choice.isMine($0.game) }
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

  private static func groups(_ games: [ViewedScore], _ choice: ScoreChoice) -> [Group] {
    let mine = games.filter { choice.isMine($0.game) }
    let others = games.filter { !choice.isMine($0.game) }
    let all: [(key: String, title: String, games: [ViewedScore])] = [
      ("favourites", "Your teams", mine),
      ("live", "Live", others.filter(\.isLive)),
      ("later", choice.isToday ? "Later today" : "Scheduled", others.filter(\.isToCome)),
      ("finished", "Finished", others.filter { $0.game.summary.game.status == .final }),
      ("off", "Postponed or suspended", others.filter(\.isOff)),
    ]
    return all.filter { !$0.games.isEmpty }.map { key, title, games in
      Group(
        key: key, title: title, total: games.count, isFavourites: key == "favourites",
        rows: games.map { GameRow($0, for: choice.viewer) })
    }
  }

  private static func empty(_ games: [ViewedScore], _ choice: ScoreChoice) -> Empty {
    let day = "\(choice.date.weekday), \(choice.date.inWords)"
    guard !games.isEmpty else { return Empty(title: "No games on \(day)", text: "The league's schedule lists none.") }
    switch choice.only {
    case .mine: return Empty(title: "None of your teams plays on \(day)", text: "A star beside a team makes it yours.")
    case .live, .all:
      let starts = games.filter(\.isToCome).compactMap(\.game.summary.start)
      let first = starts.min().map { start in
        "The first one begins at \(PageMoment.text(of: start, beside: choice.viewer.now, in: choice.viewer.zone))."
      }
      return Empty(title: "No game is live", text: first ?? "All games of this day are over.")
    }
  }

  /// Names the next day with games on the page of a day without any.
  mutating func name(next day: CivilDate, games: Int, _ choice: ScoreChoice) {
    let isTomorrow = choice.isToday && day.daysSinceEpoch == choice.date.daysSinceEpoch + 1
    let date = isTomorrow ? "tomorrow" : "on \(day.weekday), \(day.inWords)"
    empty?.text = games == 1 ? "The next one is \(date)." : "The next ones are \(date): \(games) games."
    empty?.nextDay = choice.query(date: day)
  }

  /// Identifies the groups with their games, and the numbers of the choices.
  var arrangement: String {
    groups.map { "\($0.key):\($0.rows.map { "\($0.number)" }.joined(separator: ","))" }.joined(separator: ";")
      + chips.map { "|\($0.number ?? 0)" }.joined()
  }
}

extension ScoresPage.Item {
  /// Takes an item such as `only=live`.
  fileprivate init(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    self.init(item: parts.first ?? "", value: parts.count > 1 ? parts[1] : "")
  }
}

extension ViewedScore {
  /// Whether the teams play, or wait for play to go on.
  fileprivate var isLive: Bool { [.live, .delayed].contains(game.summary.game.status) }

  /// Whether the game is not played, or not played on, on this day.
  fileprivate var isOff: Bool { [.postponed, .suspended, .cancelled].contains(game.summary.game.status) }

  /// Whether the game is to begin.
  fileprivate var isToCome: Bool { [.scheduled, .warmup].contains(game.summary.game.status) }
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
