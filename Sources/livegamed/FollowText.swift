import LiveCore
import LiveModel

/// Everything that is followed as lines of text, one for each team and player:
/// `660271  Shohei Ohtani   active, Los Angeles Dodgers  added 21:03 EST by uid 1000`.
///
/// An origin that does not fit into its line continues below.
struct FollowText {
  /// Maximum columns.
  var width: Int
  var hasColour: Bool
  var zone: LocalZone
  /// Time of the list. Other days than this get their date.
  var now: LocalTime

  /// Returns a team or a player as a sentence names it.
  static func subject(_ entry: FollowEntry) -> String {
    let key = entry.abbreviation ?? entry.id.map(String.init)
    return entry.name.map { name in name + (key.map { " (\($0))" } ?? "") } ?? key.map {
      entry.abbreviation == nil ? "player \($0)" : $0
    } ?? "?"
  }

  /// Returns lines for `Terminal.say(drawn:)`.
  func lines(of listing: FollowListing) -> [String] {
    guard !listing.entries.isEmpty else {
      return ["every game is followed, because no team or player is named"].flatMap { $0.broken(to: width) }
    }
    return [("Teams", FollowEntry.Kind.team), ("Players", .player)].flatMap { title, kind in
      let entries = listing.entries.filter { $0.kind == kind }
      return entries.isEmpty
        ? [] : [TextTable.Colour.dim.paint(title.cut(to: width), if: hasColour)] + rows(of: entries)
    }
  }

  private func rows(of entries: [FollowEntry]) -> [String] {
    let rows = entries.map { (entry: $0, cells: cells(of: $0), origin: origin(of: $0)) }
    let widths = (0..<3).map { column in rows.map { $0.cells[column].columns }.max() ?? 0 }
    return rows.flatMap { entry, cells, origin in
      let start = zip(cells, widths).filter { $1 > 0 }.map { "  " + $0.padding(to: $1) }.joined()
      let whole = "\(start)  \(origin)"
      let indent = String(repeating: " ", count: widths[0] > 0 ? widths[0] + 4 : 4)
      let lines = whole.columns <= width ? [whole] : [start, indent + origin]
      let colour: TextTable.Colour = entry.state == .inactive ? .dim : .plain
      return lines.map { colour.paint($0.trimmingEnd().cut(to: width), if: hasColour) }
    }
  }

  /// Returns abbreviation or id, name, and state.
  private func cells(of entry: FollowEntry) -> [String] {
    let state = entry.state.map { state in
      [state.rawValue, entry.team].compactMap(\.self).joined(separator: ", ")
    }
    return [entry.abbreviation ?? entry.id.map(String.init) ?? "", entry.name ?? "", state ?? ""].map(\.onOneLine)
  }

  private func origin(of entry: FollowEntry) -> String {
    let user = entry.user.map { $0 == 0 ? " by root" : " by uid \($0)" } ?? ""
    let added = entry.added.map { "added \(zone.time(at: $0).beside(now))\(user)" }
    return [entry.place, added].compactMap(\.self).joined(separator: ", ").onOneLine
  }
}
