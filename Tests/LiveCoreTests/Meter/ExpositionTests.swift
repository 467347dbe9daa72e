internal import Testing

@testable import LiveCore

@Suite struct ExpositionTests {
  @Test func aFamilyHasHelpTypeAndSeriesInOrder() {
    var exposition = Exposition()
    exposition.add(.sinkDisabled, [.init(.sink, "hook")], 1)
    exposition.add(.sinkDisabled, [.init(.sink, "den")], 0)
    exposition.add(.healthy, [], 0)
    #expect(
      exposition.text == """
        # HELP livegamed_healthy \(Metric.healthy.help)
        # TYPE livegamed_healthy gauge
        livegamed_healthy 0
        # HELP livegamed_sink_disabled \(Metric.sinkDisabled.help)
        # TYPE livegamed_sink_disabled gauge
        livegamed_sink_disabled{sink="den"} 0
        livegamed_sink_disabled{sink="hook"} 1

        """)
  }

  @Test func aHistogramHasBucketsUpToInfinityThenSumAndCount() {
    var (exposition, histogram) = (Exposition(), Histogram())
    histogram.observe(.milliseconds(7))
    histogram.observe(.seconds(700))
    exposition.add(.pollDuration, [.init(.kind, "game")], histogram)
    let lines = exposition.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 2 + Histogram.bounds.count + 3)
    #expect(lines[2] == #"livegamed_poll_duration_seconds_bucket{kind="game",le="0.005"} 0"#)
    #expect(lines[3] == #"livegamed_poll_duration_seconds_bucket{kind="game",le="0.01"} 1"#)
    #expect(
      lines.suffix(4) == [
        #"livegamed_poll_duration_seconds_bucket{kind="game",le="600"} 1"#,
        #"livegamed_poll_duration_seconds_bucket{kind="game",le="+Inf"} 2"#,
        #"livegamed_poll_duration_seconds_sum{kind="game"} 700.007"#,
        #"livegamed_poll_duration_seconds_count{kind="game"} 2"#,
      ])
  }

  @Test func aHistogramWithoutLabelsHasOnlyTheBoundLabel() {
    var exposition = Exposition()
    exposition.add(.playToFeed, [], Histogram())
    #expect(exposition.text.contains("\nlivegamed_play_to_feed_seconds_bucket{le=\"0.005\"} 0\n"))
    #expect(
      exposition.text.hasSuffix("\nlivegamed_play_to_feed_seconds_sum 0\nlivegamed_play_to_feed_seconds_count 0\n"))
  }

  @Test func labelValuesAreEscaped() {
    var exposition = Exposition()
    exposition.add(.outboxDead, [.init(.sink, "a\"b\\c\nd")], 2)
    #expect(exposition.text.hasSuffix("\nlivegamed_outbox_dead{sink=\"a\\\"b\\\\c\\nd\"} 2\n"))
  }

  @Test func aSeriesIsWrittenOnce() {
    var exposition = Exposition()
    for value in [1.0, 2] { exposition.add(.clients, [], value) }
    #expect(exposition.text.hasSuffix("gauge\nlivegamed_clients 2\n"))
  }

  @Test(arguments: [(0.0, "0"), (1_720_839_600, "1720839600"), (0.25, "0.25"), (-1, "-1"), (.infinity, "+Inf")])
  func numbersHaveTheFormatOfGo(value: Double, text: String) {
    var exposition = Exposition()
    exposition.add(.clients, [], value)
    #expect(exposition.text.hasSuffix("livegamed_clients \(text)\n"))
  }

  @Test(arguments: Metric.allCases) func namesAndHelpAreWellFormed(metric: Metric) {
    let name = metric.rawValue
    #expect(name.utf8.allSatisfy { (97...122).contains($0) || $0 == 95 })
    #expect(name.hasPrefix("livegamed_") || name.hasPrefix("process_"))
    #expect(name.hasSuffix("_total") == (metric.kind == .counter))
    #expect(metric.kind != .histogram || name.hasSuffix("_seconds"))
    #expect(metric.help.hasSuffix(".") && !metric.help.contains("\n") && metric.help.count > 10)
  }
}
