import Foundation
import LiveSimulator
import Testing

/// The running program's `/metrics` and `/healthz`.
@Suite(.timeLimit(.minutes(5))) struct MetricsTests {
  private static let listen = #"metrics: {listen: "127.0.0.1:0"}"#

  /// `prog` accepts everything, `none` nothing.
  private static let sinks = """
    prog: {type: exec, command: [/bin/sh, -c, 'cat >> $FOLDER/received']}, none: {type: exec, command: [/bin/sh, -c, 'exit 65']}
    """

  @Test func everyStepOfAGameIsCounted() async throws {
    try await SimulatedSource.serve(seed: 3, games: 2) { _, port in
      let daemon = try RunningDaemon(port: port, sinks: Self.sinks, more: Self.listen)
      try daemon.start()
      var metrics: ScrapedMetrics
      repeat {
        let scrape = try await Scrape("/metrics", of: daemon)
        #expect(scrape.status == 200 && scrape.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        metrics = try ScrapedMetrics(scrape.body)
        try await Task.sleep(for: .milliseconds(100))
      } while metrics[#"livegamed_logged_to_sent_seconds_count{sink="prog"}"#, atLeast: 20] == false
        || metrics[#"livegamed_outbox_dead{sink="none"}"#, atLeast: 1] == false
      try Self.check(metrics)
      let health = try await Scrape("/healthz", of: daemon)
      #expect(health.status == 503 && health.body == "sink 'none' has dead letters, see 'livegamed outbox list'\n")
      #expect(daemon.stop() == 0)
    }
  }

  private static func check(_ metrics: ScrapedMetrics) throws {
    #expect(metrics["livegamed_healthy"] == 0 && metrics[#"livegamed_source_up{league="mlb"}"#] == 1)
    #expect(metrics["livegamed_games"] == 2 && metrics["livegamed_log_oldest_sequence"] == 1)
    #expect(try #require(metrics["livegamed_events_logged_total"]) >= 20)
    #expect(try #require(metrics[#"livegamed_polls_total{kind="schedule",outcome="answered"}"#]) >= 1)
    let answered = try #require(metrics[#"livegamed_polls_total{kind="game",outcome="answered"}"#])
    let refused = try #require(metrics[#"livegamed_polls_total{kind="game",outcome="refused"}"#])
    #expect(answered > 0)
    // An answer that is decoded may still wait to be tracked.
    let timed = try #require(metrics[#"livegamed_poll_duration_seconds_count{kind="game"}"#])
    #expect((0...2).contains(timed - answered - refused))
    #expect(metrics[#"livegamed_deliveries_total{sink="none",outcome="accepted"}"#] == 0)
    #expect(metrics[#"livegamed_sink_disabled{sink="none"}"#] == 0)
    // At 600 times real time, the number of plays within the limit depends on the machine.
    #expect(metrics["livegamed_play_to_feed_seconds_count"] != nil)
    let discarded = try #require(metrics[#"livegamed_samples_discarded_total{stage="seen_to_logged"}"#])
    let logged = try #require(metrics["livegamed_events_logged_total"])
    // Each game may be between its count and its sample.
    let timedEvents = try #require(metrics["livegamed_seen_to_logged_seconds_count"])
    #expect((0...2).contains(logged - discarded - timedEvents))
    #expect(try #require(metrics["process_resident_memory_bytes"]) > 1e6)
    #expect(try #require(metrics["process_open_fds"]) > 5)
    let start = try #require(metrics["process_start_time_seconds"])
    #expect((0...300).contains(Date.now.timeIntervalSince1970 - start))
    #expect(metrics["livegamed_build_info"] == 1)
  }

  @Test func onlyTwoPagesExistAndOnlyForReading() async throws {
    try await SimulatedSource.serve(seed: 4, games: 1) { _, port in
      let daemon = try RunningDaemon(port: port, more: Self.listen)
      try daemon.start()
      let head = try await Scrape("/metrics?x=1", of: daemon, method: "HEAD")
      #expect(head.status == 200 && head.body.isEmpty && (Int(head.headers["content-length"] ?? "") ?? 0) > 1000)
      for path in ["/", "/metrics/", "/Metrics", "/healthz/x"] {
        #expect(try await Scrape(path, of: daemon).status == 404)
      }
      for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let answer = try await Scrape("/metrics", of: daemon, method: method)
        #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD")
      }
      for host in ["127.0.0.1:9464", "[::1]:1", "LOCALHOST"] {
        #expect(try await Scrape("/healthz", of: daemon, host: host).status == 200)
      }
      // With a foreign host name for this address, a web page could read the metrics (DNS rebinding).
      for host in ["example.org", "192.168.1.9", "localhost.example.org", "[::2]"] {
        let answer = try await Scrape("/metrics", of: daemon, host: host)
        #expect(answer.status == 421 && answer.body.contains("not for '\(host)'"))
      }
      #expect(try await Scrape("/" + String(repeating: "a", count: 70_000), of: daemon).status == 400)
      #expect(daemon.stop() == 0)
    }
  }

  @Test func aFailingSourceIsReportedAsInStatus() async throws {
    let daemon = try RunningDaemon(port: 1, more: Self.listen)
    try daemon.start()
    var health = try await Scrape("/healthz", of: daemon)
    while health.status == 200 {
      try await Task.sleep(for: .milliseconds(50))
      health = try await Scrape("/healthz", of: daemon)
    }
    #expect(health.status == 503)
    #expect(
      health.body
        == "source 'mlb' fails: http://127.0.0.1:1/api/v1/schedule: connection refused [feed.refused]\n")
    let status = try Program.run(["status", "--socket", daemon.socket])
    #expect(status.status == 1 && status.output.contains(health.body.dropLast()))
    let metrics = try ScrapedMetrics(try await Scrape("/metrics", of: daemon).body)
    #expect(metrics["livegamed_healthy"] == 0 && metrics[#"livegamed_source_up{league="mlb"}"#] == 0)
    #expect(
      try #require(metrics[#"livegamed_poll_failures_total{kind="schedule",code="feed.refused"}"#]) >= 1)
    #expect(daemon.stop() == 0)
  }

  @Test func aFailingReceiverIsReportedToo() async throws {
    let receiver = try OneShotReceiver()
    _ = receiver.answer(410)
    let hook = #"hook: {type: webhook, url: "http://127.0.0.1:\#(receiver.port)/", allow_http: true}"#
    try await SimulatedSource.serve(seed: 3, games: 1) { _, port in
      let daemon = try RunningDaemon(port: port, sinks: hook, more: Self.listen)
      try daemon.start()
      var health = try await Scrape("/healthz", of: daemon)
      while health.status == 200 {
        try await Task.sleep(for: .milliseconds(50))
        health = try await Scrape("/healthz", of: daemon)
      }
      #expect(health.body == "sink 'hook' is disabled: status 410\n")
      let metrics = try ScrapedMetrics(try await Scrape("/metrics", of: daemon).body)
      #expect(metrics[#"livegamed_sink_disabled{sink="hook"}"#] == 1)
      #expect(metrics[#"livegamed_deliveries_total{sink="hook",outcome="disabled"}"#] == 1)
      #expect(metrics["livegamed_healthy"] == 0)
      #expect(daemon.stop() == 0)
    }
  }

  /// The daemon runs whether or not metrics can be served.
  @Test func aTakenPortIsLoggedAndTheDaemonRuns() async throws {
    let taken = try OneShotReceiver()
    let daemon = try RunningDaemon(port: 1, more: #"metrics: {listen: "127.0.0.1:\#(taken.port)"}"#)
    try daemon.start()
    let complaint =
      "http://127.0.0.1:\(taken.port)/metrics: another program listens there; "
      + "stop it, or set metrics.listen to another port [metrics.in-use]"
    while !daemon.output.contains(complaint) { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try Program.run(["status", "--socket", daemon.socket]).output.hasPrefix("livegamed "))
    #expect(daemon.stop() == 0)
  }

  @Test func nothingListensUnlessItIsConfigured() async throws {
    let daemon = try RunningDaemon(port: 1)
    try daemon.start()
    while !daemon.output.contains("poll failed") { try await Task.sleep(for: .milliseconds(20)) }
    #expect(daemon.stop() == 0 && !daemon.output.contains("metrics served"))
  }
}

extension ScrapedMetrics {
  fileprivate subscript(_ head: String, atLeast least: Double) -> Bool { self[head].map { $0 >= least } ?? false }
}
