internal import LiveCore
internal import LivePlatform

/// Figures about the present work of the daemon, for the template `daemon/work`.
struct WorkCard: Sendable {
  var figures: [PlayerPage.Fact]

  init(_ status: DaemonStatus, pages: Int?, usage: ProcessUsage?) {
    let games = status.games ?? [:]
    let rows: [(String?, String)] = [
      (games.isEmpty ? nil : "\(games["live"] ?? 0)", "games live"),
      (status.watched.map(String.init), "games followed"),
      (status.clients.map(String.init), "programs listening"), (pages.map(String.init), "pages open"),
      (usage.map { "\($0.residentBytes / 1_000_000)\u{A0}MB" }, "memory"),
    ]
    figures = rows.compactMap { value, label in value.map { PlayerPage.Fact(label: label, text: $0) } }
  }
}
