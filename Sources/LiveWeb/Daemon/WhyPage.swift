internal import LiveCore
internal import LiveModel

/// The value of the template `daemon/why`.
struct WhyPage: Sendable {
  var form: WhyForm
  var event: EventCard?
  var outcomes: [Outcome] = []
  /// A remark on all outcomes.
  var remark: String?
  /// The id of an event that the log does not hold.
  var unknown: String?

  struct EventCard: Sendable {
    var subject: String
    var words: String
    var id: String
    var logged: PageMoment
    /// Address of the game below the prefix.
    var path: String?
    /// All revisions of a corrected event.
    var revisions: [Revision]
  }

  struct Revision: Sendable {
    var label: String
    /// The query of its page; nil for the one that is shown.
    var query: String?
  }

  /// The outcome of the event at one sink.
  struct Outcome: Sendable {
    var sink: String
    /// `✓` for an event that was sent, `…` for one that waits, `–` for any other.
    var sign: String
    /// Class of the sign's colour.
    var tone: String
    var words: String
    var rules: [Rule]
  }

  /// The decision of a route.
  struct Rule: Sendable {
    var rule: String
    var place: String?
    var reason: String
  }

  init(form: WhyForm) {
    self.form = form
    self.form.heading = "Another event"
  }

  /// Adds the explanation of an event, for one sink or for all; nil for an event that the log does not hold.
  mutating func explain(_ explanation: EventExplanation?, sink: String?, _ viewer: DaemonViewer) {
    guard let explanation else {
      unknown = form.events.first(where: \.isChosen)?.value ?? "this event"
      return
    }
    let card = EventCard(explanation, sink: sink, viewer)
    form.name(explanation.event, "\(card.subject) · \(card.words)")
    event = card
    let chosen = explanation.sinks.filter { sink == nil || $0.sink == sink }
    outcomes = (chosen.isEmpty ? explanation.sinks : chosen).map { Outcome($0, viewer) }
    let missing = sink.flatMap { chosen.isEmpty ? "No receiver is called “\($0)”." : nil }
    let none = explanation.sinks.isEmpty ? "There are no receivers." : nil
    remark = [missing, none, explanation.configurationText?.asSentence].compactMap(\.self).joined(separator: " ")
    if remark?.isEmpty == true { remark = nil }
  }
}

extension WhyPage.EventCard {
  init(_ explanation: EventExplanation, sink: String?, _ viewer: DaemonViewer) {
    (subject, id) = (explanation.subject ?? "", explanation.event)
    words = viewer.hidesPlays ? "An event of a game" : explanation.summary ?? "An event without a summary"
    logged = viewer.moment(explanation.logged)
    let parts = explanation.event.split(separator: "/")
    path = parts.count > 2 && Int(parts[1], in: 1...(1 << 53)) != nil ? "/\(parts[0])/games/\(parts[1])" : nil
    let fact = explanation.event.split(separator: "@").first.map(String.init) ?? ""
    let isOne = explanation.revisions.count < 2
    revisions = (isOne ? [] : explanation.revisions).map { revision in
      let name = [revision.revision.map { "Revision \($0)" }, revision.change].compactMap(\.self)
      let query = revision.revision.map { number in
        "?event=\("\(fact)@\(number)".percentEncoded)" + (sink.map { "&sink=\($0.percentEncoded)" } ?? "")
      }
      return WhyPage.Revision(
        label: name.joined(separator: ", "), query: revision.sequence == explanation.sequence ? nil : query)
    }
  }
}

extension WhyPage.Outcome {
  init(_ outcome: SinkOutcome, _ viewer: DaemonViewer) {
    let text = OutcomeWords(time: viewer.text).text(of: outcome)
    let routes = outcome.outcome == .notRouted ? outcome.routes ?? [] : []
    let words = routes.isEmpty ? text : "no route sends it there"
    let removed = outcome.removed == true ? ". The receiver is no longer configured" : ""
    self.init(
      sink: outcome.sink, sign: "–", tone: "no", words: (words + removed).asSentence,
      rules: routes.map { route in
        WhyPage.Rule(
          rule: route.number.map { "Route \($0)" } ?? "All events", place: route.place,
          reason: (route.outcome == nil ? "" : "matches, but ") + route.reason)
      })
    switch outcome.outcome {
    case .sent: (sign, tone) = ("✓", "yes")
    case .waiting, .delayed, .quiet, .retrying, .failing, .paused, .disabled: sign = "…"
    default: break
    }
  }
}
