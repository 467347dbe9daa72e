internal import FoundationEssentials
internal import LiveModel

/// Explains what became of an event at every sink, by the settings that it was routed by. Pure.
struct EventExplainer: Sendable {
  let record: EventRecord
  /// The present settings, as the log keeps them.
  let present: String?
  /// The configured sinks.
  let sinks: [SinkInfo]
  /// The present in the time of the outbox.
  let now: Timestamp
  /// The same instant by the wall clock.
  let wall: Timestamp
  let log: LogID
  var leagues = Leagues.known

  /// Returns the explanation, with one entry for each sink of then, each with a delivery, and each of now.
  var explanation: EventExplanation {
    let routing = record.routing.flatMap { try? JSONDecoder().decode(RoutingRecord.self, from: Data($0.utf8)) }
    var explanation = EventExplanation(
      record, configuration: routing == nil ? .unrecorded : record.routing == present ? .present : .changed)
    let known = (routing?.sinks.map(\.name) ?? []) + record.deliveries.map(\.sink) + sinks.map(\.name)
    let steps = routing.flatMap { RoutedEvent(record.event, by: $0, leagues) }
    explanation.sinks = Set(known).sorted().map { name in
      let delivery = record.deliveries.first { $0.sink == name }
      var found =
        delivery.map { outcome(of: $0) } ?? steps?.outcome(of: name) ?? SinkOutcome(name, .unrecorded)
      found.removed = sinks.contains { $0.name == name } ? nil : true
      return found
    }
    return explanation
  }

  private func outcome(of delivery: EventRecord.Delivery) -> SinkOutcome {
    var outcome = SinkOutcome(delivery.sink, kind(of: delivery))
    let message = delivery.message
    if delivery.state != .waiting { outcome.at = delivery.changed ?? message?.changed }
    outcome.message = delivery.state == .delivered ? message?.handle.map(Self.shown) : nil
    outcome.webhookID = webhookID(of: delivery)
    outcome.number = message?.number
    outcome.plays = message.flatMap { $0.facts > 1 ? $0.facts : nil }
    outcome.digest = delivery.lane == Outbox.quietLane && message != nil ? true : nil
    if outcome.digest == true { outcome.reason = reason(ofDigestWith: delivery)?.rawValue }
    outcome.user = delivery.reason?.user
    if outcome.outcome == .skipped { outcome.reason = delivery.reason?.word }
    if outcome.reason == SkipReason.stale.word {
      outcome.expiresSeconds = sinks.first { $0.name == delivery.sink }.map { Int($0.expires.components.seconds) }
    }
    if delivery.state == .waiting || delivery.state == .dead {
      outcome.error = message?.error
      outcome.attempts = message.flatMap { $0.attempts > 0 ? $0.attempts : nil }
    }
    return delivery.state == .waiting ? waiting(delivery, outcome) : outcome
  }

  /// Returns what held the event that is in a digest; nil when the log does not say. It keeps only the last pause and
  /// the last quiet hours of a sink.
  private func reason(ofDigestWith delivery: EventRecord.Delivery) -> SinkOutcome.DigestReason? {
    let (trouble, sink) = (record.troubles[delivery.sink], sinks.first { $0.name == delivery.sink })
    let due = delivery.due + (sink?.lag ?? .zero)
    let hours = trouble?.quietHours
    guard let pause = trouble?.operatorPause else { return hours?.contains(due) == true ? .quietHours : nil }
    let isBeforeItsEnd = (pause.ended ?? pause.until.map { $0 - (wall - now) }).map { due < $0 } ?? true
    if isBeforeItsEnd, due >= pause.since { return .pause }
    if hours?.contains(due) == true { return .quietHours }
    // Facts that waited when the pause began are in its digest too. An earlier digest was sent before.
    guard isBeforeItsEnd, let message = delivery.message else { return nil }
    return message.state == .waiting || message.changed >= pause.ordered ? .pause : nil
  }

  private func kind(of delivery: EventRecord.Delivery) -> SinkOutcome.Kind {
    switch delivery.state {
    case .waiting: .waiting
    case .delivered: .sent
    case .dead: delivery.message?.error?.hasPrefix("expired") == true ? .expired : .dead
    case .skipped: delivery.reason?.word == SkipReason.dropped(by: nil).word ? .dropped : .skipped
    }
  }

  /// Returns the id by which a program recognizes a message. A message for people has none.
  private func webhookID(of delivery: EventRecord.Delivery) -> String? {
    guard sinks.first(where: { $0.name == delivery.sink })?.kind == "webhook" else { return nil }
    if let message = delivery.message { return message.id }
    guard delivery.state == .delivered, let id = try? EventHead(line: record.event.line).id else { return nil }
    return WebhookID(log: log, sink: delivery.sink, events: [id]).rawValue
  }

  /// Returns the receiver's id of a message without the channel or server that some services put into it.
  private static func shown(_ handle: String) -> String {
    if handle.hasPrefix("$") { return String(handle.prefix { $0 != ":" }) }
    return handle.split(separator: ":").last.map(String.init) ?? handle
  }

  /// Returns why an event waits: the first trouble of the sink, as `SinkState` orders them.
  private func waiting(_ delivery: EventRecord.Delivery, _ outcome: SinkOutcome) -> SinkOutcome {
    var outcome = outcome
    guard let sink = sinks.first(where: { $0.name == delivery.sink }) else { return outcome }
    let (trouble, message) = (record.troubles[delivery.sink], delivery.message)
    let due = message?.due ?? delivery.due + sink.lag
    if let pause = trouble?.operatorPause, pause.timeLeft(at: wall) != nil {
      (outcome.outcome, outcome.reason, outcome.since, outcome.until) = (
        .paused, "operator", pause.ordered, pause.until
      )
    } else if let disabled = trouble?.disabled {
      (outcome.outcome, outcome.error, outcome.since) = (.disabled, disabled.reason, disabled.since)
    } else if let failure = trouble?.failure, failure.isFailing {
      (outcome.outcome, outcome.error, outcome.since) = (.failing, failure.last.text, failure.since)
      outcome.attempts = failure.attempts
    } else if let pause = trouble?.pause, pause.until > now {
      (outcome.outcome, outcome.error, outcome.until) = (.paused, pause.reason, wallTime(of: pause.until))
    } else if let end = sink.quietUntil {
      (outcome.outcome, outcome.until) = (.quiet, end)
    } else if message != nil, outcome.attempts != nil {
      (outcome.outcome, outcome.until) = (.retrying, wallTime(of: due))
    } else if message == nil, due > now {
      (outcome.outcome, outcome.until) = (.delayed, wallTime(of: due))
    }
    return outcome
  }

  private func wallTime(of instant: Timestamp) -> Timestamp { wall + (instant - now) }
}

/// An event with the decisions of recorded routes.
private struct RoutedEvent {
  private let settings: RoutingRecord
  private let explanation: Explanation

  /// Fails when the logged line cannot be decoded.
  init?(_ event: LoggedEvent, by settings: RoutingRecord, _ leagues: Leagues) {
    guard let event = try? event.decoded() else { return nil }
    self.settings = settings
    explanation = Router(settings, leagues: leagues).explain(event)
  }

  /// Returns why the event was not queued for a sink.
  func outcome(of sink: String) -> SinkOutcome {
    guard settings.sinks.contains(where: { $0.name == sink }) else { return SinkOutcome(sink, .noSink) }
    guard explanation.follow.isFollowed else {
      var outcome = SinkOutcome(sink, .notFollowed)
      outcome.follow = explanation.follow.findings.map(SinkOutcome.Finding.init)
      return outcome
    }
    var outcome = SinkOutcome(sink, .notRouted)
    outcome.routes = explanation.routes.enumerated().compactMap { index, step in
      guard step.number == nil || settings.routes[index].sinks.contains(sink) else { return nil }
      return SinkOutcome.Route(
        number: step.number, place: step.place, decision: step.decision.rawValue,
        outcome: step.offers.first { $0.sink == sink }?.outcome.rawValue,
        unmet: step.findings.filter { !$0.fits }.map(SinkOutcome.Finding.init))
    }
    return outcome
  }
}

extension SinkOutcome.Finding {
  fileprivate init(_ finding: Explanation.Finding) {
    self.init(key: finding.key, wants: finding.wants, has: finding.has)
  }
}
