/// What a message tells of one game: where it stands, and a line a fact.
struct Passage: Equatable, Sendable {
  var heading: String
  var lines: [String]

  /// Game by game, in the order in which they come; the heading is that of a game's last event.
  static func passages(of occasion: Occasion, in wording: Wording) -> [Passage] {
    if case .notice(let text) = occasion { return [Passage(heading: "livegamed", lines: [text])] }
    var (passages, places) = ([Passage](), [Int: Int]())
    for telling in occasion.tellings {
      let event = telling.event
      let place = places[event.data.game.id] ?? passages.count
      if place == passages.count { passages.append(Passage(heading: "", lines: [])) }
      places[event.data.game.id] = place
      passages[place].heading = wording.title(event)
      passages[place].lines.append(line(event, in: occasion, wording))
    }
    return passages
  }

  /// What is taken back says so itself.
  private static func line(_ event: Event, in occasion: Occasion, _ wording: Wording) -> String {
    let own = wording.text(event)
    // A format may have words for some events only.
    let text = own.contains { !$0.isWhitespace } ? own : event.data.summary
    if case .correction = occasion, !event.data.retracted { return "Correction: \(text)" }
    return text
  }
}

extension [Passage] {
  /// What of it fits, in UTF-16 units and passages, with an empty line between two; the end says how many lines do not.
  /// Of the first passage one line always fits.
  func fitted(to limit: Int, passages longest: Int = .max) -> [Passage] {
    let (reserve, longestHeading) = (32, limit / 8)
    let longestLine = limit - reserve - longestHeading - 3
    var (fitted, room, missing) = ([Passage](), limit - reserve, 0)
    for passage in self {
      guard missing == 0, fitted.count < longest else {
        missing += passage.lines.count
        continue
      }
      let heading = passage.heading.cut(to: longestHeading)
      room -= heading.utf16.count + 2
      let lines = passage.lines.map { $0.cut(to: longestLine) }.prefix { line in
        room -= line.utf16.count + 1
        return room >= 0
      }
      missing += passage.lines.count - lines.count
      if !lines.isEmpty { fitted.append(Passage(heading: heading, lines: [String](lines))) }
    }
    if missing > 0, !fitted.isEmpty { fitted[fitted.count - 1].lines.append("… and \(missing) more") }
    return fitted
  }
}

extension String {
  /// At most so many UTF-16 units, no character torn.
  func cut(to units: Int) -> String {
    guard utf16.count > units else { return self }
    var (text, count) = ("", 1)
    for character in self {
      count += character.utf16.count
      guard count <= units else { break }
      text.append(character)
    }
    return text + "…"
  }
}
