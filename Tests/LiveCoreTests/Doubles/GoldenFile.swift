import Foundation
import Testing
import WireSchema

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// A file of `Tests/LiveCoreTests/Golden`, or another one. `UPDATE_GOLDEN=1` writes the current lines to it, and
/// fails that run.
struct GoldenFile {
  private let path: String

  init(_ name: String) { self.init(path: "Tests/LiveCoreTests/Golden/\(name).txt") }

  /// Creates the file from its path in the repository.
  init(path: String) { self.path = "\(WireFormat.root)/\(path)" }

  /// Compares the lines with those in the file.
  func check(_ actual: [String]) throws {
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try actual.map { $0 + "\n" }.joined().write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("\(path) was updated")
      return
    }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      Issue.record("\(path): missing; 'make golden' writes it")
      return
    }
    let written = text.split(separator: "\n").map(String.init)
    if let difference = Self.difference(from: written, to: actual) {
      Issue.record("\(path): \(difference)\nif the new lines are right, 'make golden' updates the file")
    }
  }

  /// Returns the first difference and the number of differing lines; nil if there is none.
  static func difference(from written: [String], to actual: [String]) -> String? {
    let count = actual.difference(from: written).insertions.count.magnitude
    let gone = actual.difference(from: written).removals.count.magnitude
    guard count + gone > 0 else { return nil }
    let first = zip(written, actual).prefix { $0 == $1 }.count
    func line(_ list: [String]) -> String { list.indices.contains(first) ? list[first] : "(the end)" }
    return "line \(first + 1) differs, \(max(count, gone)) lines in all\n- \(line(written))\n+ \(line(actual))"
  }

  /// Returns an event as one line, without texts of the feed.
  static func line(of event: Event) -> String {
    let data = event.data
    let head = "\(data.league.rawValue)/\(data.game.id)/"
    let play = data.play.map { play in "\(play.atBatIndex)" + (play.eventIndex.map { ".\($0)" } ?? "") }
    let tags = data.tags.map(\.rawValue).joined(separator: ",")
    let marks = [
      ("late", data.late), ("provisional", data.provisional), ("completed", data.change == .completed),
      ("corrected", data.change == .corrected), ("retracted", data.retracted),
    ]
    let columns = [
      event.id.replacing(head, with: ""), event.type.rawValue.replacing("livegame.", with: ""),
      data.score.map { "\($0.away)-\($0.home)" } ?? "-", "outs=\(data.outs.map(String.init) ?? "-")",
      "importance=\(data.importance)", "at=\(play ?? "-")", tags.isEmpty ? "-" : tags,
    ]
    let odds = data.odds.map { ["odds=\($0.before)>\($0.after),\($0.leverage)"] } ?? []
    let cause = data.cause.map { ["cause=\($0.rawValue.replacing(head, with: ""))"] } ?? []
    return (columns + odds + marks.filter(\.1).map(\.0) + cause).joined(separator: " ")
  }
}
