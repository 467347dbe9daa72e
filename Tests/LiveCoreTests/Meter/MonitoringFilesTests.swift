internal import FoundationEssentials
internal import Testing

@testable import LiveCore

/// The packaged files for Grafana and Prometheus use only existing metrics.
@Suite struct MonitoringFilesTests {
  static let dashboard = "packaging/grafana/livegamed.json"
  static let rules = "packaging/prometheus/livegamed.rules.yml"

  private struct Dashboard: Decodable {
    struct Panel: Decodable {
      struct Target: Decodable { var expr: String }
      struct Place: Decodable {
        var x: Int
        var y: Int
        var w: Int
        var h: Int
      }

      var id: Int
      var title: String
      var type: String
      var description: String?
      var gridPos: Place
      var targets: [Target]?
    }

    var title: String
    var uid: String
    var panels: [Panel]
  }

  private func text(_ path: String) throws -> String {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private func dashboard() throws -> Dashboard {
    try JSONDecoder().decode(Dashboard.self, from: Data(try text(Self.dashboard).utf8))
  }

  /// Metrics as queries name them: a histogram by its three parts.
  private static let exported = Set(Metric.allCases.flatMap(parts))

  private static func parts(of metric: Metric) -> [String] {
    metric.kind == .histogram ? ["_bucket", "_sum", "_count"].map { metric.rawValue + $0 } : [metric.rawValue]
  }

  private static func named(in text: String) -> Set<String> {
    let words = text.split { (letter: Character) in !(letter.isLetter || letter.isNumber || letter == "_") }
    return Set(words.map { String($0) }.filter { $0.hasPrefix("livegamed_") || $0.hasPrefix("process_") })
  }

  @Test func theDashboardUsesExportedMetricsOnly() throws {
    let queries = try dashboard().panels.flatMap { $0.targets ?? [] }.map(\.expr)
    let named = Self.named(in: queries.joined(separator: " "))
    #expect(named.subtracting(Self.exported).isEmpty)
    // Every metric is used somewhere.
    for metric in Metric.allCases { #expect(!named.isDisjoint(with: Self.parts(of: metric)), "\(metric.rawValue)") }
  }

  @Test func thePanelsOfTheDashboardDoNotOverlap() throws {
    let panels = try dashboard().panels
    #expect(Set(panels.map(\.id)).count == panels.count)
    var taken: Set<[Int]> = []
    for panel in panels {
      let place = panel.gridPos
      #expect(place.x >= 0 && place.x + place.w <= 24, "\(panel.title)")
      for x in place.x..<(place.x + place.w) {
        for y in place.y..<(place.y + place.h) { #expect(taken.insert([x, y]).inserted, "\(panel.title)") }
      }
      #expect(panel.type == "row" || panel.description?.isEmpty == false, "\(panel.title)")
    }
  }

  @Test func theAlertsUseExportedMetricsOnly() throws {
    let named = Self.named(in: try text(Self.rules))
    #expect(named.count >= 5)
    #expect(named.subtracting(Self.exported).isEmpty)
  }
}
