import Foundation

/// A CSV file with a header row, without quotation marks.
struct Table {
  private let columns: [String: Int]
  let rows: [[Substring]]

  init(_ path: String) throws {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let head = lines.first?.split(separator: ",") ?? []
    columns = Dictionary(uniqueKeysWithValues: head.enumerated().map { (String($0.element), $0.offset) })
    rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  }

  func text(_ name: String, of row: [Substring]) -> String { columns[name].map { String(row[$0]) } ?? "" }

  /// Returns the number in a column; NaN without one.
  func number(_ name: String, of row: [Substring]) -> Double { Double(text(name, of: row)) ?? .nan }

  func count(_ name: String, of row: [Substring]) -> Int { Int(text(name, of: row)) ?? 0 }
}
