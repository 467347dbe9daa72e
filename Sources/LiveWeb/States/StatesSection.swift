package import LiveModel

/// Every component in every state, with made-up games: `/states`. Tests compare pictures of it, and whoever changes the
/// looks sees all of them at once.
package struct StatesSection: PageSection {
  package init() {}

  package func answer(to request: PageRequest) async throws -> PageAnswer? {
    guard request.path == ["states"] else { return nil }
    return .page(Page(title: "States", tab: nil, content: PageContent("states/page", StatesPage())))
  }

  package func scene(of view: LiveView, after cursor: Int?, at now: Timestamp) async throws -> LiveScene? { nil }
}

/// The value of the template `states/page`.
struct StatesPage: Sendable {
  var rows: [GameRow]
  var plays: [PlayItem]
  var situations: [Situation]
  /// Points by period of a game with two overtimes.
  var periodLines: PeriodLinescore?
  var links: [Link] = [
    Link(shape: "ok", words: "Live"), Link(shape: "off", words: "Reconnecting"),
    Link(shape: "off", words: "Offline, as of 7:41 PM"), Link(shape: "off", words: "Paused"),
    Link(shape: "off", words: "Not live"),
  ]
  var banner = ScoresPage.Banner(
    what: "The schedule cannot be read.",
    text: "These are the games that the daemon follows. The league has refused the request (403).")
  var empty = ScoresPage.Empty(
    title: "No games on Monday, July 13", text: "The next ones are tomorrow: 15 games.", nextDay: "date=2026-07-14")

  /// The present situation of a game.
  struct Situation: Sendable {
    var name: String
    var card: NowCard
  }

  /// The state of the connection, at the top of a page.
  struct Link: Sendable {
    var shape: String
    var words: String
  }

  init() {
    let viewer = GameRow.Viewer(now: SampleGame.now, zone: .utc, preferences: Preferences())
    rows = (SampleGame.scores + SampleBasketball.scores).map { GameRow($0, for: viewer) }
    var hiding = viewer
    hiding.preferences.hidesScores = true
    rows += SampleGame.hidden.map { GameRow($0, for: hiding) }
    let game = SampleGame.viewed(SamplePlay.logged)
    plays = game.facts.map { PlayItem($0, of: game) }
    let samples = SampleGame.situations + SampleBasketball.situations
    situations = samples.enumerated().compactMap { index, situation in
      guard var card = NowCard(SampleGame.viewed([], situation.summary)) else { return nil }
      card.cardID = "now-\(index)"
      return Situation(name: situation.name, card: card)
    }
    periodLines = PeriodLinescore(SampleGame.viewed(SampleBasketball.periodEnds, SampleBasketball.longest))
  }
}
