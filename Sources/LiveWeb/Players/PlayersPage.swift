internal import LiveCore
internal import LiveModel

/// The value of the template `players/list`.
struct PlayersPage: Sendable {
  /// The text of the window.
  var title = "Players"
  /// The first part of the addresses: `mlb`.
  var site: String
  /// The other leagues with such a page; empty if there is only one.
  var leagues: [LeaguePages.Choice]
  var hasLeagues: Bool
  /// The service that gives the ids of the players; nil if the league does.
  private let service: String?
  /// The text in the search field.
  var search: String
  /// The chosen position, which a search keeps.
  var position: String?
  /// Empty if players of a position cannot be listed.
  var chips: [Chip]
  var hasChips: Bool
  var list: List?
  var empty: Empty?
  var notes: AnswerNotes?

  /// A choice of positions.
  struct Chip: Sendable {
    var label: String
    /// The query of its link, with the question mark.
    var query: String
    var isChosen: Bool
  }

  /// Players that were found.
  struct List: Sendable {
    var count: String
    var remark: String
    var rows: [Row]
    var pages: Pages?
  }

  struct Row: Sendable {
    /// The address of the player's page behind the league's.
    var path: String
    var name: String
    /// Class of the team's colour.
    var bar: String
    /// `SS · #2`.
    var about: String
    var team: String
  }

  /// Links to the pages before and after this one.
  struct Pages: Sendable {
    var place: String
    var previous: String?
    var next: String?
  }

  /// Why there is no list.
  struct Empty: Sendable {
    var headline: String
    var text: String
    /// The words before the nearest names; nil without any.
    var guess: String?
    /// Names that are near to the one that was searched for.
    var nearest: [Near] = []
    /// The query for the same name at all positions; nil if no position was chosen.
    var everywhere: String?
  }

  struct Near: Sendable {
    var name: String
    var query: String
  }

  /// Players on one page.
  static let pageSize = 50

  init(_ question: Question, _ pages: LeaguePages, listedBy service: String?) {
    (search, position) = (question.name, question.position)
    (site, leagues, hasLeagues) = (pages.site, pages.choices, !pages.choices.isEmpty)
    self.service = service
    // A service finds players by their names only.
    hasChips = service == nil
    chips = (hasChips ? [nil] + Position.all.map(Optional.some) : []).map { position in
      Chip(
        label: position?.label ?? "All", query: question.query(position: .some(position?.value)),
        isChosen: question.position == position?.value)
    }
    if !question.name.isEmpty { title = "Players named “\(question.name)”" }
    empty = question.flaw
  }

  /// Adds the answer to the question.
  mutating func fill(with answer: PlayersAnswer, for question: Question) {
    let people = Position.words(for: question.position)
    if question.name.isEmpty { title = people.capitalizedFirst }
    guard !answer.players.isEmpty else {
      empty = Empty(nobodyIn: answer, for: question)
      return
    }
    let last = (answer.players.count + Self.pageSize - 1) / Self.pageSize
    let page = min(question.page, last)
    let shown = answer.players.dropFirst((page - 1) * Self.pageSize).prefix(Self.pageSize)
    let total = answer.players.count + (answer.more ?? 0)
    // A service lists the players of all seasons.
    let season = service == nil ? " of \(answer.season)" : ""
    let remark =
      question.name.isEmpty
      ? "\(people)\(season), by last name"
      : "\(season.dropFirst()) for “\(question.name)”; accents do not matter".singleSpaced
    list = List(
      count: total.counted("player"), remark: remark, rows: shown.map { Row($0, path: $0.path(listedBy: service)) })
    guard last > 1 else { return }
    list?.pages = Pages(
      place: "Page \(page) of \(last)", previous: page > 1 ? question.query(page: page - 1) : nil,
      next: page < last ? question.query(page: page + 1) : nil)
  }
}

extension PlayersPage.Row {
  init(_ player: PlayerListing, path: String) {
    let about = [player.position?.abbreviation, player.number.map { "#\($0)" }].compactMap(\.self)
    self.init(
      path: path, name: player.name, bar: TeamBar.name(of: player.team?.abbreviation, in: player.league),
      about: about.joined(separator: " · "), team: player.team?.name ?? "no team")
  }
}

extension PlayersPage.Empty {
  init(nobodyIn answer: PlayersAnswer, for question: PlayersPage.Question) {
    let people = PlayersPage.Position.words(for: question.position)
    guard !question.name.isEmpty else {
      self.init(headline: "No \(people)", text: "The league lists none of them in \(answer.season).")
      return
    }
    self.init(
      headline: "Nobody is called “\(question.name)”",
      text: "Two letters of the first or the last name are enough.",
      nearest: (answer.nearest ?? []).map { name in
        PlayersPage.Near(name: name, query: question.query(name: name))
      })
    if !nearest.isEmpty { guess = "Did you mean" }
    if question.position != nil {
      text = "Only \(people) were searched. \(text)"
      everywhere = question.query(position: .some(nil))
    }
  }
}
