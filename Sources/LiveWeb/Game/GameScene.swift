internal import LiveMLB
internal import LiveModel
internal import LiveNBA

/// The scene of a game's stream.
enum GameScene {
  /// Returns the present parts, and the plays with a sequence above `cursor`.
  static func scene(of game: ViewedGame, _ filter: PlayFilter, after cursor: Int?) -> LiveScene {
    let page = GamePage(game, filter)
    var scene = LiveScene(cursor: game.cursor, arrangement: page.arrangement)
    scene.parts = page.parts
    scene.nextChange = game.nextChange
    guard let cursor, page.playList != nil else { return scene }
    let all = game.playParts
    let selected = all.filtered(by: filter, in: game).reduce(into: [:]) { $0[$1.part] = Set($1.facts.map(\.fact)) }
    for part in all.reversed() {
      // A play on which no run scores any more still stands on the page of plays with runs.
      let new = part.facts.filter { fact in
        fact.newest.sequence > cursor
          && (selected[part.part]?.contains(fact.fact) ?? false || filter == .scoring && fact.hasScored)
      }
      guard !new.isEmpty else { continue }
      let section = PartPlays(part, of: game, isEmpty: true)
      scene.facts.append(LiveElement("half-\(section.part)", PageContent("game/part", section)))
      scene.facts += new.map { fact in
        LiveElement(fact.elementID, PageContent("game/play", PlayItem(fact, in: part.part, of: game)))
      }
    }
    scene.isTooMuch = scene.facts.count > LiveScene.mostFacts
    scene.sentences = sentences(about: game, after: cursor)
    return scene
  }

  /// The largest number of sentences that are announced at one time.
  private static let mostSentences = 3

  /// Returns a sentence for the start, the end, and each new play on which a run scored or that was corrected.
  private static func sentences(about game: ViewedGame, after cursor: Int) -> [String] {
    guard !game.viewer.preferences.hidesScores else { return [] }
    let new = game.facts.filter { $0.newest.sequence > cursor }.sorted { $0.newest.sequence < $1.newest.sequence }
    return new.compactMap { sentence(about: $0, in: game) }.suffix(mostSentences)
  }

  private static func sentence(about fact: GameFact, in game: ViewedGame) -> String? {
    let event = fact.newest
    let text = PlayItem.text(of: event)
    if event.data.league == .nba, !BasketballWords.isAnnounced(event.type, event.data) { return nil }
    switch event.type {
    case .status:
      return !Set(event.data.tags).isDisjoint(with: [.start, .final, .delay, .resume, .suspended]) ? text : nil
    case .play, .action:
      if let history = PlayHistory(fact, of: game) {
        return (history.isTakenBack ? "Taken back: " : "Corrected: ") + text
      }
      guard event.data.tags.contains(.scoring), !event.data.provisional else { return nil }
      return withScore(text, event, in: game)
    default: return event.isEndOfPeriod ? withScore("\(text).", event, in: game) : nil
    }
  }

  private static func withScore(_ text: String, _ event: GameEvent, in game: ViewedGame) -> String? {
    event.data.score.map { "\(text) \(game.name(.away)) \($0.away), \(game.name(.home)) \($0.home)." }
  }
}

extension GameFact {
  /// Whether a run scored on it in any revision.
  fileprivate var hasScored: Bool { revisions.contains { $0.data.tags.contains(.scoring) } }
}
