import Foundation

/// Statistics of sightings.
struct Figures {
  var count = 0
  var mean = 0.0
  var p95 = 0.0
  var weighted = 0.0
  private var delays: [Double] = []

  init(_ sightings: [GameRun.Sighting]) {
    guard !sightings.isEmpty else { return }
    delays = sightings.map(\.delay).sorted()
    count = delays.count
    mean = delays.reduce(0, +) / Double(count)
    p95 = delays[min(count - 1, Int(Double(count) * 0.95))]
    weighted = sightings.reduce(0) { $0 + $1.delay * $1.weight } / sightings.reduce(0) { $0 + $1.weight }
  }

  /// The delays that 1, 2, … 99 of a hundred sightings do not exceed.
  var percentiles: String {
    delays.isEmpty ? "" : (1...99).map { delays[min(count - 1, count * $0 / 100)].text(3) }.joined(separator: " ")
  }
}

/// Rows of text in columns, with a header.
struct TextTable {
  private var rows: [[String]]

  init(_ head: [String]) { rows = [head] }

  mutating func add(_ row: [String]) { rows.append(row) }

  var text: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let blank = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + blank : blank + cell.0
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

extension Double {
  func text(_ decimals: Int) -> String { String(format: "%.\(decimals)f", self) }
}
