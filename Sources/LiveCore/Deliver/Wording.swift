/// The presentation of an event to people, shared by all chat sinks.
struct Wording: Sendable {
  /// A function that escapes a text for a platform's markup.
  typealias Escape = @Sendable (String) -> String

  /// Whether notifications must show neither score nor result.
  var isSpoilerFree = false
  /// The operator's own text for one event; nil for the summary.
  var format: TextFormat?

  /// Returns a title such as `TOR 3, AZ 2 · Top 5th`, without the score if that would spoil it. Not escaped.
  func title(_ event: Event) -> String {
    let data = event.data
    let score = score(inTitleOf: event).map { Self.standing($0, in: data.game) }
    let number = data.game.number > 1 ? "Game \(data.game.number)" : nil
    let parts = [score ?? event.subject, number, Self.place(event), data.late ? "late" : nil]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  /// Returns the event for the title of several events of a game: the newest that is not retracted.
  static func headline(of events: [Event]) -> Event? { events.last { !$0.data.retracted } ?? events.last }

  /// Returns the score to show; nil if the wording is spoiler-free or the event retracted, because its score is no
  /// longer true.
  func score(inTitleOf event: Event) -> Score? { isSpoilerFree || event.data.retracted ? nil : event.data.score }

  /// Returns the operator's format or the event's summary, with a mark if the event or the message (`isCorrection`) is
  /// a correction. A spoiler-free wording replaces the text by harmless words. `score` already stands above the text
  /// and is not repeated. Everything is escaped except the format's own text.
  func text(
    _ event: Event, isCorrection: Bool = false, under score: Score? = nil, escape: @escaping Escape = { $0 }
  ) -> String {
    guard isSpoilerFree else { return details(event, isCorrection: isCorrection, under: score, escape: escape) }
    let mark = CorrectionMark(event, isCorrection: isCorrection)
    let harmless = event.unmarked.withoutSpoilers
    if let mark, !event.hasHarmlessWords { return escape(mark.vague) }
    return (mark?.rawValue ?? "") + put(harmless, score, escape)
  }

  /// Returns the text with spoilers, for parts that a platform hides until the reader opens them.
  func details(
    _ event: Event, isCorrection: Bool = false, under score: Score? = nil, escape: @escaping Escape = { $0 }
  ) -> String {
    (CorrectionMark(event, isCorrection: isCorrection)?.rawValue ?? "")
      + put(event.unmarked, event.data.retracted ? event.data.score : score, escape)
  }

  /// Returns the text that a retracted event had before.
  func struck(_ event: Event, escape: @escaping Escape = { $0 }) -> String { put(event.unmarked, nil, escape) }

  /// Returns a score such as `TOR 3, AZ 2`.
  static func standing(_ score: Score, in game: EventGame) -> String {
    "\(game.away.abbreviation) \(score.away), \(game.home.abbreviation) \(score.home)"
  }

  /// Returns `Top 5th`, `Middle 5th` or `Final`; nil before the game. A final has no half-inning, because that of the
  /// last play reveals the winner.
  static func place(_ event: Event, joint: String = " ") -> String? {
    if event.data.tags.contains(.final) { return "Final" }
    return event.data.inning.map { inning in
      let isOver = event.data.tags.contains(.halfEnd)
      let half = inning.half == .top ? (isOver ? "Middle" : "Top") : (isOver ? "End" : "Bottom")
      return "\(half)\(joint)\(Ordinal.text(of: inning.number))"
    }
  }

  private func put(_ event: Event, _ score: Score?, _ escape: @escaping Escape) -> String {
    let own = format?.text(of: event, escape: escape) ?? ""
    if own.contains(where: { !$0.isWhitespace }) { return own }
    guard let score, score == event.data.score else { return escape(event.data.summary) }
    return escape(event.data.summary.without(Self.standing(score, in: event.data.game)))
  }
}

extension String {
  /// Removes a standing from a summary such as `Somebody doubles. TOR 3, AZ 2` or
  /// `Middle of the 5th: TOR 3, AZ 2; no-hitter intact`.
  fileprivate func without(_ standing: String) -> String {
    guard let range = ranges(of: " \(standing)").last else { return self }
    let tail = self[range.upperBound...]
    guard tail.first.map({ !$0.isLetter && !$0.isNumber }) ?? true else { return self }
    var head = self[..<range.lowerBound]
    if let last = head.last, ":,".contains(last) { head.removeLast() }
    return head.allSatisfy(\.isWhitespace) ? self : String(head + tail)
  }
}

/// The prefix of a text that corrects an earlier one.
enum CorrectionMark: String, CaseIterable, Sendable {
  case corrected = "Corrected: "
  case takenBack = "Taken back: "

  /// Returns nil when the event needs no mark.
  init?(_ event: Event, isCorrection: Bool) {
    let isMarked = event.data.summary.hasPrefix(Self.corrected.rawValue)
    if event.data.retracted {
      self = .takenBack
    } else if isCorrection || isMarked {
      self = .corrected
    } else {
      return nil
    }
  }

  /// A replacement for a text that would spoil the result even without its details.
  var vague: String {
    switch self {
    case .corrected: "Something was corrected"
    case .takenBack: "Something was taken back"
    }
  }
}

extension Event {
  /// The event without the mark in its summary. A retracted correction has two marks.
  var unmarked: Event {
    var event = self
    while let mark = CorrectionMark.allCases.first(where: { event.data.summary.hasPrefix($0.rawValue) }) {
      event.data.summary.removeFirst(mark.rawValue.count)
    }
    return event
  }
}

extension Event {
  /// The event without score, result, or anything that reveals them, for notifications.
  var withoutSpoilers: Event {
    var event = self
    (event.data.outs, event.data.score, event.data.bases, event.data.play) = (nil, nil, nil, nil)
    event.data.tags = data.tags.filter(Self.harmless.contains)
    event.data.summary = harmlessWords ?? vagueWords
    if tellsNoResult { return event }
    event.data.players = []
    if data.tags.contains(.final) { event.data.inning = nil }
    return event
  }

  /// Whether a spoiler-free text can say more than that something happened.
  var hasHarmlessWords: Bool { harmlessWords != nil }

  private static let harmless: Set<Tag> = [
    .start, .final, .catchUp, .warmup, .delay, .resume, .suspended, .postponed, .cancelled, .rescheduled,
    .lineup, .probablePitcher, .changed, .halfStart, .halfEnd, .degraded, .blocked, .stale, .recovered,
  ]

  /// Whether the event is independent of the course of the game.
  private var tellsNoResult: Bool { [.lineup, .source].contains(type) || data.tags.contains(.start) }

  private var harmlessWords: String? {
    if tellsNoResult { return data.summary }
    switch type {
    case .status: return statusWords.map { words in words + (data.reason.map { " (\($0))" } ?? "") }
    case .inning: return Wording.place(self, joint: " of the ")
    case .watch where data.tags.contains(.started): return "Worth a look now"
    default: return nil
    }
  }

  private var vagueWords: String {
    data.importance >= 3 ? "Something that matters happened" : "Something happened"
  }

  private var statusWords: String? {
    let words: [(Tag, String)] = [
      (.final, "Final"), (.catchUp, "Under way"), (.warmup, "Warming up"), (.delay, "Delayed"),
      (.resume, "Play resumes"), (.suspended, "Suspended"), (.postponed, "Postponed"), (.cancelled, "Cancelled"),
      (.rescheduled, data.scheduledStart.map { "New start time: \($0)" } ?? "New start time"),
    ]
    return words.first { data.tags.contains($0.0) }?.1
  }
}

extension Event {
  /// The URL of the league's page about the game; nil where none is known.
  var link: String? { data.league == .mlb ? "https://www.mlb.com/gameday/\(data.game.id)" : nil }
}

/// A club's colour, as `0xRRGGBB`.
struct TeamColour: Equatable, Sendable {
  let rgb: Int

  /// The colour of national teams and unknown clubs.
  static let neutral = TeamColour(rgb: 0x5C6B73)

  /// Looks up the colour by any abbreviation of a club.
  init(of team: Team) {
    // The Rockies and Colombia share an abbreviation.
    let isNational = team.abbreviation == "COL" && team.name.hasPrefix("Colombia")
    self = isNational ? .neutral : Self.clubs[ClubName.canonical(team.abbreviation)] ?? .neutral
  }

  /// Chooses the colour of the team at bat; of the winner, on a final; of the home team, without an inning. Neutral if
  /// a final's colour would be a spoiler.
  init(of event: Event, isSpoilerFree: Bool = false) {
    let (game, isFinal) = (event.data.game, event.data.tags.contains(.final))
    guard !isFinal || !isSpoilerFree else {
      self = .neutral
      return
    }
    let side = isFinal ? event.data.score?.leader : event.data.inning.map(\.batting) ?? .home
    self = side.map { TeamColour(of: $0 == .away ? game.away : game.home) } ?? .neutral
  }

  private init(rgb: Int) { self.rgb = rgb }

  /// Source: the clubs' web sites in 2025. Where a club has two colours, the one that is easier to distinguish.
  private static let clubs: [String: TeamColour] = [
    "ATH": 0x003831, "ATL": 0xCE1141, "AZ": 0xA71930, "BAL": 0xDF4601, "BOS": 0xBD3039, "CHC": 0x0E3386,
    "CIN": 0xC6011F, "CLE": 0xE50022, "COL": 0x333366, "CWS": 0x27251F, "DET": 0x0C2340, "HOU": 0xEB6E1F,
    "KC": 0x004687, "LAA": 0xBA0021, "LAD": 0x005A9C, "MIA": 0x00A3E0, "MIL": 0xFFC52F, "MIN": 0x002B5C,
    "NYM": 0xFF5910, "NYY": 0x003087, "PHI": 0xE81828, "PIT": 0xFDB827, "SD": 0x2F241D, "SEA": 0x005C5C,
    "SF": 0xFD5A1E, "STL": 0xC41E3A, "TB": 0x8FBCE6, "TEX": 0x003278, "TOR": 0x134A8E, "WSH": 0xAB0003,
  ].mapValues(TeamColour.init(rgb:))
}
