import FoundationEssentials
import LiveCore

/// What the daemon answers to `status`. A member that it does not give is left out of the text.
struct StatusReport: Decodable {
  var version: String?
  var log: String?
  /// When the daemon started.
  var since: Timestamp?
  var oldest: Int?
  var newest: Int?
  var clients: Int?
  /// How many games there are, by what they do.
  var games: [String: Int]?
  /// How many of them are being polled.
  var watched: Int?
  var source: [String: Source]?
  var sinks: [Sink]?
  var healthy: Bool?

  /// How the asking of a league's feed goes.
  struct Source: Decodable {
    var state: String
    var since: Timestamp?
    var error: String?
  }

  struct Sink: Decodable {
    var name: String
    var type: String?
    var waiting: Int?
    var dead: Int?
    var lastTold: Timestamp?
    var disabled: String?

    private enum CodingKeys: String, CodingKey {
      case name, type, waiting, dead, disabled
      case lastTold = "last_told"
    }
  }

  /// Nil when the line is no such answer.
  init?(_ line: WatchLine) {
    guard let report = try? JSONDecoder().decode(Self.self, from: Data(line.bytes)) else { return nil }
    self = report
  }

  var isHealthy: Bool { healthy ?? complaints.isEmpty }

  /// What is wrong, in words.
  private var complaints: [String] {
    let failing = (source ?? [:]).sorted { $0.key < $1.key }.filter { $0.value.state == "failing" }
    let disabled = (sinks ?? []).filter { $0.disabled != nil }
    return failing.map { "source '\($0.key)' fails\($0.value.error.map { ": \($0)" } ?? "")" }
      + disabled.map { "sink '\($0.name)' is disabled: \($0.disabled ?? "")" }
  }

  /// For people.
  func lines(hasColour: Bool) -> [String] {
    let health = isHealthy ? "healthy" : "not healthy: " + (complaints.isEmpty ? "it does not say why" : verdict)
    let colour: TextTable.Colour = isHealthy ? .green : .red
    let head = "livegamed \(version ?? "of an unknown version"): \(colour.paint(health.onOneLine, if: hasColour))"
    let facts = [
      ("log", logText), ("since", since?.toTheSecond), ("source", sourceText), ("games", gamesText),
      ("clients", clients.map(String.init)), ("sinks", sinks.map { $0.isEmpty ? "none" : String($0.count) }),
    ]
    let rows = facts.compactMap { name, value in
      value.map { "\(TextTable.Colour.dim.paint(name.padding(to: 9), if: hasColour))\($0.onOneLine)" }
    }
    return [head] + rows + sinkLines(hasColour: hasColour)
  }

  private var verdict: String { complaints.joined(separator: "; ") }

  private var logText: String? {
    guard let log else { return nil }
    guard let oldest, let newest else { return log }
    return oldest > newest ? "\(log), empty" : "\(log), events \(oldest) to \(newest)"
  }

  private var sourceText: String? {
    source.map { sources in
      sources.sorted { $0.key < $1.key }.map { name, source in
        "\(name) \(source.state)\(source.since.map { " since \($0.toTheSecond)" } ?? "")"
          + (source.error.map { ": \($0)" } ?? "")
      }.joined(separator: "; ")
    }
  }

  private var gamesText: String? {
    guard let games else { return nil }
    let counts = games.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    let text = counts.isEmpty ? "none" : counts.joined(separator: ", ")
    return watched.map { "\(text); \($0) watched" } ?? text
  }

  private func sinkLines(hasColour: Bool) -> [String] {
    guard let sinks, !sinks.isEmpty else { return [] }
    var table = TextTable("sink", "type", "waiting", "dead", "last told", "")
    for sink in sinks {
      table.add(
        [
          sink.name, sink.type ?? "", sink.waiting.map(String.init) ?? "", sink.dead.map(String.init) ?? "",
          sink.lastTold?.toTheSecond ?? "never", sink.disabled.map { "disabled: \($0.onOneLine)" } ?? "",
        ], colour: sink.disabled != nil ? .red : (sink.dead ?? 0) > 0 ? .yellow : .plain)
    }
    return [""] + table.lines(hasColour: hasColour)
  }
}
