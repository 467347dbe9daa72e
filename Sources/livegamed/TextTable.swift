import LiveCore

/// Rows under a head, in columns as wide as their widest text.
struct TextTable {
  /// How a row stands out on a terminal.
  enum Colour: String {
    case plain = "0"
    case red = "31"
    case yellow = "33"
    case green = "32"
    case dim = "2"

    func paint(_ text: String, if hasColour: Bool) -> String {
      hasColour && self != .plain ? "\u{1b}[\(rawValue)m\(text)\u{1b}[0m" : text
    }
  }

  private var rows: [(cells: [String], colour: Colour)]

  init(_ head: String...) { rows = [(head, .dim)] }

  /// As many cells as the head has; whatever is in them takes one line, and no terminal obeys it.
  mutating func add(_ cells: [String], colour: Colour = .plain) { rows.append((cells.map(\.onOneLine), colour)) }

  /// Without rows there is no head either. For `Terminal.say(drawn:)`.
  func lines(hasColour: Bool) -> [String] {
    guard rows.count > 1 else { return [] }
    let widths = rows[0].cells.indices.map { column in rows.map { $0.cells[column].columns }.max() ?? 0 }
    return rows.map { cells, colour in
      let line = zip(cells, widths).map { $0.padding(to: $1) }.joined(separator: "  ")
      return colour.paint(line.trimmingEnd(), if: hasColour)
    }
  }
}

extension Int {
  /// `1 message`, `2 messages`.
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension Timestamp {
  /// `2026-07-14 02:40:09Z`.
  var toTheSecond: String { description.prefix(19).replacing("T", with: " ") + "Z" }

  /// `23:10Z`.
  var toTheMinute: String { description.dropFirst(11).prefix(5) + "Z" }
}
