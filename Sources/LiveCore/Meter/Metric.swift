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

extension Metric {
  /// One line for whoever meets it in Prometheus.
  var help: String {
    switch self {
    case .healthy: "1 while nothing needs the operator, as `livegamed status` says it."
    case .buildInfo: "Always 1; the version is a label."
    case .configGood: "1 while the configuration is in force that was read last, 0 since one was refused."
    case .sourceUp: "1 while a league's source answers, 0 while it fails or has not answered yet."
    case .sourceGamesFailing: "Games whose feed fails, also while the source as a whole does not."
    case .games: "Games on the schedule, by what they do."
    case .gamesWatched: "Games that are being polled."
    case .gameMemory: "Memory that the largest game takes which is being polled."
    case .polls: "Requests to a source; refused is an answer that was older or lacked plays."
    case .pollFailures: "Requests to a source that brought nothing, by error code."
    case .ignoredValues: "Values of a game's feed that are not what they should be, and count as absent."
    case .pollDuration: "From asking a source until its answer was read, or had failed."
    case .results: "New results of live games, by whether what decided them was seen before."
    case .duePolls: "Requests for a live game while its result was due: over foreseen results, the looks for each."
    case .learntQuiet: "Learnt from a result: how long after what decides a play nobody need look for it."
    case .learntNews: "Learnt from a result: the wait after something new while no result is due."
    case .answerAge: "From the feed's own time of a new answer of a live game until it was here."
    case .cacheAge: "How long a cache had kept an answer, where it says so."
    case .turnWait: "How long a request waited for its turn under the budget of its host."
    case .gamesWaiting: "Those who wait more than three times live_max for their turn."
    case .scheduleRowsUnreadable: "Rows of a schedule, or members of them, that could not be read."
    case .eventsLogged: "Events in the log, by whether they are the first of their fact, a revision or a retraction."
    case .playToFeed: "From a play's own time to that of the feed's answer that first had it whole."
    case .feedToSeen: "From the time of that answer in the feed until it was seen here."
    case .seenToLogged: "From seeing an event until it was on the disk."
    case .loggedToSent:
      "From when an event was due, which is when it was logged and its sink's delay, group and quiet hours were over, until"
        + " its receiver had taken it."
    case .samplesDiscarded: "Samples of a stage that can be none of a live game: below 0, or above 1 h behind the play."
    case .logOldest: "The oldest sequence that can be read."
    case .logNewest: "The newest sequence."
    case .logTrouble: "1 while the log cannot be read or written."
    case .logBytes: "Bytes of the log: used by what it keeps, and of the file, whose free pages are used again."
    case .logRemoved: "Events that were removed from the log, because of their age or to keep to its size."
    case .checkpointsRebuilt: "Games whose checkpoint could not be read and was rebuilt from the events in the log."
    case .ownLogDropped: "Lines of the daemon's own log that were dropped because their destination took no more."
    case .deliveries:
      "Attempts to deliver a message, by what became of it; given_up and dropped count facts, with or without an attempt."
    case .outboxWaiting: "Facts that a sink has not been told yet."
    case .outboxDead: "Facts that were given up, until they are dropped or tried again."
    case .sinkDisabled: "1 while nothing is sent to a sink because its receiver is gone."
    case .sinkPausedUntil: "Until when nothing is sent to a sink because its receiver asked for a pause; 0 without one."
    case .sinkLastDelivered: "When a sink last took a message."
    case .journalEntries: "Entries for the systemd journal."
    case .clients: "Programs connected to the socket."
    case .clientsClosed: "Connections that the daemon ended or refused, by why."
    case .processorTime: "User and system time."
    case .residentMemory: "Memory in use."
    case .openFiles: "Open file descriptors."
    case .mostOpenFiles: "How many file descriptors may be open."
    case .startTime: "When the daemon started, since 1970."
    }
  }
}
