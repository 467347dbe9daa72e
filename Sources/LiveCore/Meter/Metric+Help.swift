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
    case .deliveries: "Attempts to deliver a message, by what became of it; given_up also without an attempt."
    case .outboxWaiting: "Facts that a sink has not been told yet."
    case .outboxDead: "Dead letters."
    case .sinkDisabled: "1 while nothing is sent to a sink because its receiver is gone."
    case .sinkLastTold: "When a sink last took a message."
    case .journalEntries: "Entries for the systemd journal."
    case .clients: "Programs connected to the socket."
    case .processorTime: "User and system time."
    case .residentMemory: "Memory in use."
    case .openFiles: "Open file descriptors."
    case .mostOpenFiles: "How many file descriptors may be open."
    case .startTime: "When the daemon started, since 1970."
    }
  }
}
