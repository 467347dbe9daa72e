/// An occasion in words, before a receiver's own notation: what Slack and ntfy tell alike.
struct Bulletin: Equatable, Sendable {
  struct Line: Equatable, Sendable {
    var text: String
    /// It names the game that the lines after it are about.
    var isHeading = false
  }

  /// Without a line break, and never empty.
  var title: String
  /// At least one, none of them blank.
  var lines: [Line]
  /// Where the game can be followed; nil when it is about several, or about none.
  var link: String?

  /// Throws `sink.unfit-occasion` for what is no message of its own, and for an occasion without an event.
  init(_ occasion: Occasion, wording: Wording, sink: String) throws(Fault) {
    let tellings = occasion.tellings
    if case .notice(let text) = occasion {
      self.init(title: "livegamed", lines: [Line(text: Self.visible(text) ?? "Something is wrong")])
      return
    }
    guard let headline = Self.headline(tellings, wording) else {
      throw Fault(.sinkUnfitOccasion, "there is nothing to tell", at: .sink(sink))
    }
    let lines = Self.lines(tellings, wording)
    switch occasion {
    case .news, .edit: self.init(title: headline, lines: lines)
    case .correction: self.init(title: "Correction · \(headline)", lines: lines)
    case .digest: self.init(title: "In quiet hours", lines: Self.digest(tellings, wording))
    case .scoreboard, .notice: throw Fault(.sinkUnfitOccasion, "it has no scoreboard", at: .sink(sink))
    }
    link = Self.link(tellings)
  }

  private init(title: String, lines: [Line]) { (self.title, self.lines) = (title, lines) }

  /// The newest state that still holds. The score of what was taken back never was.
  private static func headline(_ tellings: [Telling], _ wording: Wording) -> String? {
    let standing = tellings.last { !$0.event.data.retracted }
    var wording = wording
    if standing == nil { wording.isSpoilerFree = true }
    return (standing ?? tellings.last).map { telling in
      let words = wording.title(telling.event).split(whereSeparator: \.isWhitespace)
      return words.isEmpty ? "livegamed" : words.joined(separator: " ")
    }
  }

  private static func lines(_ tellings: [Telling], _ wording: Wording) -> [Line] {
    let events = tellings.map(\.event)
    return wording.isSpoilerFree ? [Line(text: hint(events))] : events.map { Line(text: text($0, wording)) }
  }

  /// Game by game, each under its own heading.
  private static func digest(_ tellings: [Telling], _ wording: Wording) -> [Line] {
    var (games, seen): ([Int], Set<Int>) = ([], [])
    for telling in tellings where seen.insert(telling.event.data.game.id).inserted {
      games.append(telling.event.data.game.id)
    }
    return games.flatMap { game in
      let ofGame = tellings.filter { $0.event.data.game.id == game }
      return [Line(text: headline(ofGame, wording) ?? "", isHeading: true)] + lines(ofGame, wording)
    }
  }

  /// An operator's own text does not say that a fact was taken back; the summary does.
  private static func text(_ event: Event, _ wording: Wording) -> String {
    let text = visible(wording.text(event)) ?? visible(event.data.summary) ?? wording.title(event)
    return event.data.retracted && !text.hasPrefix("Taken back") ? "Taken back: \(text)" : text
  }

  private static func visible(_ text: String) -> String? {
    text.allSatisfy(\.isWhitespace) ? nil : text
  }

  /// That something happened, and neither what nor for whom.
  private static func hint(_ events: [Event]) -> String {
    guard let event = events.first, events.count == 1 else { return "\(events.count) events" }
    let tags = event.data.tags
    return switch event.type {
    case .status where tags.contains(.start): "The game has begun"
    case .status where tags.contains(.final): "The game is over"
    case .status: "The game has another status"
    case .lineup: "News of the line-up"
    case .inning: tags.contains(.halfEnd) ? "Half-inning over" : "Half-inning begun"
    case .play, .action: "There was a play"
    case .watch: "Worth a look"
    case .source: event.data.summary
    }
  }

  /// MLB's own page of the game.
  private static func link(_ tellings: [Telling]) -> String? {
    guard let first = tellings.first?.event.data, first.league == .mlb,
      tellings.allSatisfy({ $0.event.data.game.id == first.game.id })
    else { return nil }
    return "https://www.mlb.com/gameday/\(first.game.id)"
  }
}
