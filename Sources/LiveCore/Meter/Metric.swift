/// Every exported metric, in export order. This is the only place that spells the names. `docs/operations.md` has a
/// line for each.
///
/// Source: Prometheus, *Metric and label naming*: base units, and `_total` for counters. The `process_*` names are
/// common to its client libraries.
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
  case pushGames = "livegamed_push_games"
  case pushOpenings = "livegamed_push_openings_total"
  case pushMessages = "livegamed_push_messages_total"
  case pushRevisions = "livegamed_push_revisions_total"
  case pushPolls = "livegamed_push_polls_total"
  case pushLateness = "livegamed_push_lateness_seconds"
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
  case sinkFailing = "livegamed_sink_failing"
  case sinkLastDead = "livegamed_sink_last_dead_letter_timestamp_seconds"
  case sinkPaused = "livegamed_sink_paused"
  case sinkPausedUntil = "livegamed_sink_paused_until_timestamp_seconds"
  case sinkLastDelivered = "livegamed_sink_last_delivered_timestamp_seconds"
  case journalEntries = "livegamed_journal_entries_total"
  case clusterWorks = "livegamed_cluster_works"
  case clusterWatchers = "livegamed_cluster_watchers"
  case clusterGames = "livegamed_cluster_games"
  case clusterSinks = "livegamed_cluster_sinks"
  case clusterBehind = "livegamed_cluster_messages_behind"
  case clients = "livegamed_clients"
  case clientsClosed = "livegamed_clients_closed_total"
  case processorTime = "process_cpu_seconds_total"
  case residentMemory = "process_resident_memory_bytes"
  case openFiles = "process_open_fds"
  case mostOpenFiles = "process_max_fds"
  case startTime = "process_start_time_seconds"

  /// Metric type, as written in the `# TYPE` line.
  enum Kind: String, Sendable { case counter, gauge, histogram }

  var kind: Kind {
    switch self {
    case .pollDuration, .learntQuiet, .learntNews, .answerAge, .cacheAge, .turnWait, .pushLateness: .histogram
    case .playToFeed, .feedToSeen, .seenToLogged, .loggedToSent: .histogram
    case _ where rawValue.hasSuffix("_total"): .counter
    default: .gauge
    }
  }
}

extension Metric {
  /// One `name="value"` pair of a series. Values come from closed lists or the configuration, never from games or free
  /// text, so that the number of series stays small.
  struct Label: Hashable, Sendable {
    enum Name: String, Sendable {
      case change, code, kind, league, outcome, part, reason, sink, stage, state, status, type, version
    }

    var name: Name
    var value: String

    init(_ name: Name, _ value: String) { (self.name, self.value) = (name, value) }
  }
}

extension Metric {
  /// Text of the `# HELP` line.
  var help: String {
    switch self {
    case .healthy: "1 while nothing needs the operator, as in `livegamed status`."
    case .buildInfo: "Always 1; the version is a label."
    case .configGood: "1 while the configuration that was read last is in force, 0 since one was refused."
    case .sourceUp: "1 while a league's source answers, 0 while it fails or has not answered yet."
    case .sourceGamesFailing: "Games whose feed fails, even while the source as a whole does not."
    case .games: "Games on the schedule, by status."
    case .gamesWatched: "Games that are being polled."
    case .gameMemory: "Memory used by the largest game that is being polled."
    case .polls: "Requests to a source. A refused answer was older than the last one or lacked plays."
    case .pollFailures: "Requests to a source that failed, by error code."
    case .ignoredValues: "Values of a game's feed that were malformed and count as absent."
    case .pollDuration: "Time from a request to a source until its answer was read or failed."
    case .results: "New results of live games, by whether the deciding pitch was seen before."
    case .duePolls: "Requests for a live game while its result was due. Divided by foreseen results: requests for each."
    case .learntQuiet: "Learnt from a result: how long to wait after the deciding pitch before polling again."
    case .learntNews: "Learnt from a result: the wait after something new while no result is due."
    case .answerAge: "Time from the feed's own timestamp of a new answer of a live game until it arrived."
    case .cacheAge: "How long a cache had stored an answer, from its Age header."
    case .turnWait: "How long a request waited for its turn under the budget of its host."
    case .gamesWaiting: "Games, and the schedule, that have waited more than three times live_max for their turn."
    case .scheduleRowsUnreadable: "Rows of a schedule, or members of them, that could not be read."
    case .pushGames, .pushOpenings, .pushMessages, .pushRevisions, .pushPolls, .pushLateness: pushHelp
    case .eventsLogged: "Events in the log, by what they change about their fact."
    case .playToFeed: "From the time of a play to the timestamp of the first feed answer that had it complete."
    case .feedToSeen: "From the timestamp of that feed answer until it was read here."
    case .seenToLogged: "From reading an event until it was on disk."
    case .loggedToSent:
      "From when an event was due until its receiver accepted it. It is due once it is logged and its sink's delay,"
        + " group and quiet hours are over."
    case .samplesDiscarded: "Samples of a stage that cannot come from a live game: below 0 or above 1 h."
    case .logOldest: "Oldest sequence in the log."
    case .logNewest: "Newest sequence in the log."
    case .logTrouble: "1 while the log cannot be read or written."
    case .logBytes: "Bytes of the log: the used part, and the whole file, whose free pages are reused."
    case .logRemoved: "Events removed from the log because of their age or its size limit."
    case .checkpointsRebuilt: "Games whose checkpoint could not be read and was rebuilt from the events in the log."
    case .ownLogDropped: "Lines of the daemon's own log that were dropped because their destination was full."
    case .deliveries:
      "Attempts to deliver a message, by outcome; given_up and dropped count facts, with or without an attempt."
    case .outboxWaiting: "Facts that are not yet delivered to a sink."
    case .outboxDead: "Dead letters: facts that were given up, until they are dropped or retried."
    case .sinkDisabled: "1 while a sink is disabled because its receiver is gone."
    case .sinkFailing: "1 from three failed attempts in a row on, until the sink has worked for a minute."
    case .sinkLastDead: "When the newest dead letter of a sink was given up; 0 without dead letters."
    case .sinkPaused: "1 while the operator has paused a sink."
    case .sinkPausedUntil:
      "When a pause ends that a sink's receiver asked for, or the operator ordered; 0 without a pause or an end."
    case .sinkLastDelivered: "When a sink's receiver last accepted a message."
    case .journalEntries: "Entries for the systemd journal."
    case .clusterWorks, .clusterWatchers, .clusterGames, .clusterSinks, .clusterBehind: clusterHelp
    case .clients: "Programs connected to the socket."
    case .clientsClosed: "Connections that the daemon closed or refused, by reason."
    case .processorTime, .residentMemory, .openFiles, .mostOpenFiles, .startTime: processHelp
    }
  }

  private var processHelp: String {
    switch self {
    case .processorTime: "User and system CPU time."
    case .residentMemory: "Resident memory."
    case .openFiles: "Open file descriptors."
    case .mostOpenFiles: "Limit of open file descriptors."
    case .startTime: "When the daemon started, in seconds since 1970."
    default: ""
    }
  }

  private var clusterHelp: String {
    switch self {
    case .clusterWorks: "1 while NATS does what it should, 0 while it does not."
    case .clusterWatchers: "Nodes of the cluster that poll games, as this one sees them."
    case .clusterGames: "Games of the cluster that this node polls."
    case .clusterSinks: "Sinks of the cluster that this node serves."
    case .clusterBehind: "Messages of the stream that are not in this node's log yet."
    default: ""
    }
  }

  private var pushHelp: String {
    switch self {
    case .pushGames: "Games with a push socket, by its state; trusted ones are polled for its messages."
    case .pushOpenings: "Connections to push sockets that were opened."
    case .pushMessages: "Messages of push sockets; false ones announced what did not come."
    case .pushRevisions: "New revisions of live games' feeds, by whether a push socket announced them."
    case .pushPolls: "Polls for messages, by whether the first answer held the announced revision."
    case .pushLateness: "From the time when a revision could first be read until its message arrived."
    default: ""
    }
  }
}
