internal import FoundationEssentials
internal import LiveModel

/// A message in words, before conversion to the markup of a platform.
struct ChatText: Equatable, Sendable {
  /// One line, never empty. Contains no score or result if the wording is free of spoilers.
  var title: String
  /// At least one line, none of them blank. If the message covers several games, each has a heading.
  var lines: [MessageLine]
  /// The web page of the game; nil if the message covers several games or none.
  var page: GamePage?
  /// True if the lines other than headings contain spoilers that the platform must cover.
  var spoils = false

  /// Formats a message. Set `covers` if the platform can hide text until the reader reveals it. Throws
  /// `sink.unfit-occasion` for a scoreboard and for content without an event.
  init(_ content: MessageContent, wording: Wording, covers: Bool = false, sink: String) throws(Fault) {
    let writer = ChatTextWriter(wording: wording, covers: covers)
    switch content {
    case .news(let deliverables, _), .edit(let deliverables, _): (title, lines) = writer.news(deliverables)
    case .correction(let deliverables, _): (title, lines) = writer.news(deliverables, isCorrection: true)
    case .digest(let deliverables): (title, lines) = writer.digest(deliverables)
    case .notice(let text): (title, lines) = writer.notice(text)
    case .scoreboard: throw Fault(.sinkUnfitOccasion, "this sink has no scoreboard", at: .sink(sink))
    }
    if lines.isEmpty { throw Fault(.sinkUnfitOccasion, "there is nothing to send", at: .sink(sink)) }
    let events = content.deliverables.map(\.event)
    if Set(events.map(\.data.gameID)).count == 1 { page = wording.page(events[0]) }
    spoils = covers && wording.isSpoilerFree && !events.isEmpty
  }
}

/// Converts deliverables to titles and lines.
private struct ChatTextWriter {
  typealias Words = (title: String, lines: [MessageLine])

  var wording: Wording
  var covers: Bool

  func news(_ deliverables: [DeliverableEvent], isCorrection: Bool = false) -> Words {
    let games = deliverables.map(\.event).byGame.map { game($0, isCorrection) }
    if games.count == 1 { return games[0] }
    return ("\(games.count) games", games.flatMap { [.heading($0.title)] + $0.lines })
  }

  func digest(_ deliverables: [DeliverableEvent]) -> Words {
    let shown = DigestText(deliverables, wording)
    let games = covers && wording.isSpoilerFree ? covered(shown, deliverables) : shown.games.map(\.lines)
    guard games.count == 1 else { return (shown.title, games.flatMap(\.self)) }
    let plays = Array(games[0].dropFirst())
    return (title(games[0][0].text), plays.isEmpty ? [MessageLine(text: DigestText.title, importance: 0)] : plays)
  }

  func notice(_ text: String) -> Words {
    ("livegamed", [MessageLine(text: visible(text) ?? "Something is wrong", importance: .max)])
  }

  private func covered(_ shown: DigestText, _ deliverables: [DeliverableEvent]) -> [[MessageLine]] {
    let full = DigestText(deliverables, wording, revealing: true)
    return zip(shown.games, full.games).map { shown, full in
      [.heading(shown.standing), MessageLine(text: full.standing, importance: .max)] + full.plays
    }
  }

  private func game(_ events: [Event], _ isCorrection: Bool) -> Words {
    let headline = Wording.headline(of: events) ?? events[0]
    let title = title(wording.title(headline))
    let score = wording.score(inTitleOf: headline)
    let lines = events.map { event in
      let words = covers ? wording.details : wording.text
      let text = words(event, isCorrection, score) { $0 }
      return MessageLine(text: visible(text) ?? title, importance: min(event.data.importance, 4))
    }
    return (title, wording.isSpoilerFree && !covers ? unique(lines) : lines)
  }

  /// Removes repeated lines: without spoilers, several events can have the same text.
  private func unique(_ lines: [MessageLine]) -> [MessageLine] {
    var seen: Set<String> = []
    return lines.filter { seen.insert($0.text).inserted }
  }

  private func title(_ text: String) -> String { visible(text.singleSpaced) ?? "livegamed" }

  private func visible(_ text: String) -> String? { text.allSatisfy(\.isWhitespace) ? nil : text }
}

extension Message {
  /// Returns the stored body, a JSON object, with the members of `address` in front.
  ///
  /// Used by sinks whose body names the receiver. They add it when they send, so that messages in the outbox go to the
  /// receiver that is configured at that time, and the outbox contains no secret name.
  static func body(_ stored: [UInt8], to address: some Encodable) -> [UInt8] {
    guard stored.count > 2, stored.first == UInt8(ascii: "{"), let members = try? StableJSON.bytes(of: address),
      members.count > 2
    else { return stored }
    return members.dropLast() + [UInt8(ascii: ",")] + stored.dropFirst()
  }
}
