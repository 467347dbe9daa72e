extension Truncation {
  /// Below this a line is left out rather than cut.
  private static let shortestLine = 200

  /// The lines as text: a blank line before every heading but the first, and at the end how many have no room.
  func text(_ lines: [MessageLine]) -> String {
    let fitted = fit(lines)
    let text = fitted.indices.map { index in (index > 0 && fitted[index].isHeading ? "\n" : "") + fitted[index].text }
    // All is written already, and too long only where not even one line has room.
    return Truncation(limit: limit, unit: unit).fit(text.joined(separator: "\n"))
  }

  /// The lines that fit with what separates them, written, none longer than `each`, and a last one that says how many do
  /// not. The least important give way first, of equals the latest; of those that stay the longest are cut.
  func fit(_ lines: [MessageLine], each longest: Int = .max) -> [MessageLine] {
    let needs = lines.map { length($0, upTo: min(Self.shortestLine, longest)) }
    let separators = lines.indices.map { $0 == 0 ? 0 : lines[$0].isHeading ? 2 : 1 }
    var (kept, omitted) = ([Bool](repeating: true, count: lines.count), 0)
    var needed = lines.indices.reduce(0) { $0 + needs[$1] + separators[$1] }
    for index in lines.indices.sorted(by: { Self.givesWay($0, before: $1, of: lines) }) {
      guard needed + room(forNoteOf: omitted) > limit, omitted < lines.count - 1 else { break }
      (kept[index], omitted) = (false, omitted + 1)
      needed -= needs[index] + separators[index]
    }
    let left = lines.indices.filter { kept[$0] }
    let taken = left.reduce(room(forNoteOf: omitted)) { $0 + separators[$1] }
    let line = Truncation(
      limit: min(
        Self.share(of: limit - taken, among: left.map { length(lines[$0], upTo: min(limit + 1, longest)) }), longest),
      unit: unit, escape: escape)
    return left.compactMap { index in
      let text = line.fit(lines[index].text)
      return text.isEmpty
        ? nil : MessageLine(text: text, importance: lines[index].importance, isHeading: lines[index].isHeading)
    } + (omitted > 0 ? [MessageLine(text: Self.note(omitted), importance: .max)] : [])
  }

  /// Of a long line only its beginning is written to be measured.
  private func length(_ line: MessageLine, upTo most: Int) -> Int {
    let text = line.text.trimmed
    let beginning = String(text.unicodeScalars.prefix(most + 1))
    return min(unit.count(escape(beginning)), most)
  }

  /// The limit under which everybody fits: short ones leave their rest to long ones.
  static func share(of room: Int, among lengths: [Int]) -> Int {
    var (left, room) = (lengths.sorted(), room)
    while let shortest = left.first, shortest * left.count <= room {
      room -= shortest
      left.removeFirst()
    }
    return left.isEmpty ? .max : max(room / left.count, 0)
  }

  private static func givesWay(_ one: Int, before other: Int, of lines: [MessageLine]) -> Bool {
    (lines[one].importance, -one) < (lines[other].importance, -other)
  }

  private static func note(_ omitted: Int) -> String { "\(mark) and \(omitted) more" }

  private func room(forNoteOf omitted: Int) -> Int { omitted > 0 ? unit.count(Self.note(omitted)) + 1 : 0 }
}
