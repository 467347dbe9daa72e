/// All that is exported, in the order in which it is: the only place where the names are spelt. `docs/operations.md` has a
/// line for each.
///
/// Source: Prometheus, *Metric and label naming*: base units, `_total` for what only grows; `process_*` are the names that
/// its client libraries share.
enum Metric: String, CaseIterable, Sendable {
  case healthy = "livegamed_healthy"
  case buildInfo = "livegamed_build_info"
  case configGood = "livegamed_config_last_reload_successful"
  case sourceUp = "livegamed_source_up"
  case sourceGamesFailing = "livegamed_source_games_failing"
  case games = "livegamed_games"
  case gamesWatched = "livegamed_games_watched"
  case gameMemory = "livegamed_game_memory_bytes"
  case polls = "livegamed_polls_total"
  case pollFailures = "livegamed_poll_failures_total"
  case ignoredValues = "livegamed_ignored_values_total"
  case pollDuration = "livegamed_poll_duration_seconds"
  case results = "livegamed_results_total"
  case duePolls = "livegamed_due_polls_total"
  case learntQuiet = "livegamed_learnt_quiet_seconds"
  case learntNews = "livegamed_learnt_news_seconds"
  case answerAge = "livegamed_answer_age_seconds"
  case cacheAge = "livegamed_cache_age_seconds"
  case turnWait = "livegamed_turn_wait_seconds"
  case gamesWaiting = "livegamed_games_waiting"
  case scheduleRowsUnreadable = "livegamed_schedule_rows_unreadable_total"
  case eventsLogged = "livegamed_events_logged_total"
  case playToFeed = "livegamed_play_to_feed_seconds"
  case feedToSeen = "livegamed_feed_to_seen_seconds"
  case seenToLogged = "livegamed_seen_to_logged_seconds"
  case loggedToSent = "livegamed_logged_to_sent_seconds"
  case samplesDiscarded = "livegamed_samples_discarded_total"
  case logOldest = "livegamed_log_oldest_sequence"
  case logNewest = "livegamed_log_newest_sequence"
  case logTrouble = "livegamed_log_trouble"
  case logBytes = "livegamed_log_bytes"
  case logRemoved = "livegamed_log_events_removed_total"
  case checkpointsRebuilt = "livegamed_checkpoints_rebuilt_total"
  case ownLogDropped = "livegamed_own_log_lines_dropped_total"
  case deliveries = "livegamed_deliveries_total"
  case outboxWaiting = "livegamed_outbox_waiting"
  case outboxDead = "livegamed_outbox_dead"
  case sinkDisabled = "livegamed_sink_disabled"
  case sinkPausedUntil = "livegamed_sink_paused_until_timestamp_seconds"
  case sinkLastDelivered = "livegamed_sink_last_delivered_timestamp_seconds"
  case journalEntries = "livegamed_journal_entries_total"
  case clients = "livegamed_clients"
  case clientsClosed = "livegamed_clients_closed_total"
  case processorTime = "process_cpu_seconds_total"
  case residentMemory = "process_resident_memory_bytes"
  case openFiles = "process_open_fds"
  case mostOpenFiles = "process_max_fds"
  case startTime = "process_start_time_seconds"

  /// As `# TYPE` says it.
  enum Kind: String, Sendable { case counter, gauge, histogram }

  var kind: Kind {
    switch self {
    case .pollDuration, .learntQuiet, .learntNews, .answerAge, .cacheAge, .turnWait: .histogram
    case .playToFeed, .feedToSeen, .seenToLogged, .loggedToSent: .histogram
    case _ where rawValue.hasSuffix("_total"): .counter
    default: .gauge
    }
  }
}

extension Metric {
  /// One `name="value"` of a series. Values come from closed lists or the configuration, so that series are few: never a
  /// game, never words.
  struct Label: Hashable, Sendable {
    enum Name: String, Sendable {
      case change, code, kind, league, outcome, part, reason, sink, stage, status, type, version
    }

    var name: Name
    var value: String

    init(_ name: Name, _ value: String) { (self.name, self.value) = (name, value) }
  }
}
