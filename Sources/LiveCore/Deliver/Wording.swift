/// How an event is put to people: shared by every sink that they read.
struct Wording: Sendable {
  /// Escapes a text for a platform's markup.
  typealias Escape = @Sendable (String) -> String

  /// Neither score nor result where a notification shows them.
  var isSpoilerFree = false
  /// The operator's own text for one event; nil for the summary.
  var format: TextFormat?

  /// `TOR 3, AZ 2 · Top 5th`; without the score where that would spoil it. Not escaped.
  func title(_ event: Event) -> String {
    let data = event.data
    let score = score(inTitleOf: event).map { Self.standing($0, in: data.game) }
    let number = data.game.number > 1 ? "Game \(data.game.number)" : nil
    let parts = [score ?? event.subject, number, Self.place(event), data.late ? "late" : nil]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  /// Of several events of a game, the one that its title tells: the newest state that still holds.
  static func headline(of events: [Event]) -> Event? { events.last { !$0.data.retracted } ?? events.last }

  /// The score of what was taken back never was.
  func score(inTitleOf event: Event) -> Score? { isSpoilerFree || event.data.retracted ? nil : event.data.score }

  /// Returns the text of an event: the operator's format, or the event's summary, with a mark for a correction. With
  /// the spoiler filter, returns the neutral text. `score` is a score shown above, which is not repeated. Everything
  /// but the format's own text is escaped.
  func text(
    _ event: Event, isCorrection: Bool = false, under score: Score? = nil, escape: @escaping Escape = { $0 }
  ) -> String {
    guard isSpoilerFree else { return details(event, isCorrection: isCorrection, under: score, escape: escape) }
    let mark = CorrectionMark(event, isCorrection: isCorrection)
    let harmless = event.unmarked.withoutSpoilers
    if let mark, !event.hasHarmlessWords { return escape(mark.vague) }
    return (mark?.rawValue ?? "") + put(harmless, score, escape)
  }

  /// The same, whatever it spoils: for what a platform hides until it is asked for.
  func details(
    _ event: Event, isCorrection: Bool = false, under score: Score? = nil, escape: @escaping Escape = { $0 }
  ) -> String {
    (CorrectionMark(event, isCorrection: isCorrection)?.rawValue ?? "")
      + put(event.unmarked, event.data.retracted ? event.data.score : score, escape)
  }

  /// The text of a retracted event before its retraction, struck out.
  func struck(_ event: Event, escape: @escaping Escape = { $0 }) -> String { put(event.unmarked, nil, escape) }

  /// `TOR 3, AZ 2`
  static func standing(_ score: Score, in game: EventGame) -> String {
    "\(game.away.abbreviation) \(score.away), \(game.home.abbreviation) \(score.home)"
  }

  /// `Top 5th`, `Middle 5th`, or `Final`: the half-inning of a last play tells who has won. Nil before the game.
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
  /// `Somebody doubles. TOR 3, AZ 2` or `Middle of the 5th: TOR 3, AZ 2; no-hitter intact` without the standing in it.
  fileprivate func without(_ standing: String) -> String {
    guard let range = ranges(of: " \(standing)").last else { return self }
    let tail = self[range.upperBound...]
    guard tail.first.map({ !$0.isLetter && !$0.isNumber }) ?? true else { return self }
    var head = self[..<range.lowerBound]
    if let last = head.last, ":,".contains(last) { head.removeLast() }
    return head.allSatisfy(\.isWhitespace) ? self : String(head + tail)
  }
}

/// How a text begins whose readers were told something else before.
enum CorrectionMark: String, CaseIterable, Sendable {
  case corrected = "Corrected: "
  case takenBack = "Taken back: "

  /// Nil where nothing needs to be corrected.
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

  /// Where even what it was about would tell too much.
  var vague: String {
    switch self {
    case .corrected: "Something was corrected"
    case .takenBack: "Something was taken back"
    }
  }
}

extension Event {
  /// Its summary without a mark, or the two that a correction has which was taken back.
  var unmarked: Event {
    var event = self
    while let mark = CorrectionMark.allCases.first(where: { event.data.summary.hasPrefix($0.rawValue) }) {
      event.data.summary.removeFirst(mark.rawValue.count)
    }
    return event
  }
}

/// A club's colour, as `0xRRGGBB`.
struct TeamColour: Equatable, Sendable {
  let rgb: Int

  /// Of national teams, and of whoever is not known.
  static let neutral = TeamColour(rgb: 0x5C6B73)

  /// By the abbreviation, whichever of a club's names it is.
  init(of team: Team) {
    // The Rockies share theirs with Colombia.
    let isNational = team.abbreviation == "COL" && team.name.hasPrefix("Colombia")
    self = isNational ? .neutral : Self.clubs[ClubName.canonical(team.abbreviation)] ?? .neutral
  }

  /// The team at bat; on a final, the winner; without an inning, the team at home. Neutral where that would spoil it.
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

  /// Source: the clubs' own colours, as their sites of 2025 show them; of two, the one that is told apart more easily.
  private static let clubs: [String: TeamColour] = [
    "ATH": 0x003831, "ATL": 0xCE1141, "AZ": 0xA71930, "BAL": 0xDF4601, "BOS": 0xBD3039, "CHC": 0x0E3386,
    "CIN": 0xC6011F, "CLE": 0xE50022, "COL": 0x333366, "CWS": 0x27251F, "DET": 0x0C2340, "HOU": 0xEB6E1F,
    "KC": 0x004687, "LAA": 0xBA0021, "LAD": 0x005A9C, "MIA": 0x00A3E0, "MIL": 0xFFC52F, "MIN": 0x002B5C,
    "NYM": 0xFF5910, "NYY": 0x003087, "PHI": 0xE81828, "PIT": 0xFDB827, "SD": 0x2F241D, "SEA": 0x005C5C,
    "SF": 0xFD5A1E, "STL": 0xC41E3A, "TB": 0x8FBCE6, "TEX": 0x003278, "TOR": 0x134A8E, "WSH": 0xAB0003,
  ].mapValues(TeamColour.init(rgb:))
}
