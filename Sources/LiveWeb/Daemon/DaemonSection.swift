internal import LiveCore
package import LiveModel

/// The state of the daemon, and the reason why an event was sent or not: `/daemon`, `/daemon/why?event=<id>&sink=den`.
///
/// The pages change nothing in the daemon. They show the commands that do.
package struct DaemonSection: PageSection {
  private let source: any PageSource
  private let corrections = RecentCorrections()
  /// Returns the number of open pages; nil if nobody counts them.
  private let openPages: (@Sendable () -> Int)?

  package init(source: any PageSource, openPages: (@Sendable () -> Int)? = nil) {
    (self.source, self.openPages) = (source, openPages)
  }

  package func answer(to request: PageRequest) async throws -> PageAnswer? {
    switch request.path {
    case ["daemon"]: return .page(try await daemon(request))
    case ["daemon", "why"]: return .page(try await why(request))
    default: return nil
    }
  }

  /// Returns the cards of the page. Their content has no sequence, so that they are read again every two seconds.
  package func scene(of view: LiveView, after cursor: Int?, at now: Timestamp) async throws -> LiveScene? {
    guard view.subject == .daemon else { return nil }
    // Everything that is read later is at least as new as this.
    let newest = source.newest
    let content = try await cards(DaemonViewer(now: now, zone: source.zone, preferences: view.preferences))
    var scene = LiveScene(cursor: newest, arrangement: content.arrangement)
    scene.parts = content.parts
    scene.nextChange = .seconds(2)
    return scene
  }

  private func daemon(_ request: PageRequest) async throws -> Page {
    let (newest, viewer) = (source.newest, DaemonViewer(request, source.zone))
    var content = try await cards(viewer)
    content.form = await form(nil, nil, viewer, content.receivers.rows.map(\.sink))
    return Page(
      title: "Daemon", tab: .daemon, content: PageContent("daemon/page", content),
      live: LiveView(.daemon, request.preferences), cursor: newest)
  }

  private func cards(_ viewer: DaemonViewer) async throws -> DaemonPage {
    guard let status = await source.status() else {
      throw Fault(.daemonStarting, "the daemon is starting", hint: "ask again in a moment")
    }
    var page = DaemonPage(status, log: source.log, games: source.games, viewer)
    page.outbox = OutboxCard(try await outbox(), status.sinks ?? [], viewer)
    page.corrections = CorrectionsCard(await recent(viewer), viewer)
    page.work = WorkCard(status, pages: openPages?(), usage: source.usage())
    return page
  }

  /// Returns nil if the log cannot be read: the page shows the state without it.
  private func outbox() async throws -> OutboxListing? {
    do {
      return try await source.outbox()
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return nil
    }
  }

  private func recent(_ viewer: DaemonViewer) async -> [SequencedEvent] {
    (try? await corrections.newest(of: source, at: viewer.now)) ?? []
  }

  private func why(_ request: PageRequest) async throws -> Page {
    let viewer = DaemonViewer(request, source.zone)
    let (event, sink) = (request.query["event"] ?? "", request.query["sink"] ?? "")
    let names = (await source.status()?.sinks ?? []).map(\.name)
    let form = await form(event, sink, viewer, names)
    var content = WhyPage(form: form)
    if !event.isEmpty {
      let explanation = try await source.explanation(ofEvent: event)
      content.explain(explanation, sink: sink.isEmpty ? nil : sink, viewer)
    }
    var page = Page(
      title: "Why did I get this, or not?", tab: .daemon, content: PageContent("daemon/why", content))
    if content.unknown != nil { page.status = 404 }
    return page
  }

  /// Returns the form with the newest events, or without any if the log cannot be read.
  private func form(
    _ event: String?, _ sink: String?, _ viewer: DaemonViewer, _ sinks: [String]
  ) async -> WhyForm {
    let start = max(0, source.newest - 2 * WhyForm.mostEvents)
    let extract = try? await source.events(after: start, limit: 2 * WhyForm.mostEvents)
    return WhyForm(extract?.events ?? [], chosen: event, sinks: sinks, sink: sink, viewer)
  }
}

/// A viewer of the daemon's page: which facts may be seen, and how times are written.
struct DaemonViewer: Sendable {
  var now: Timestamp
  var zone: LocalZone
  var preferences: Preferences

  init(now: Timestamp, zone: LocalZone, preferences: Preferences) {
    (self.now, self.zone, self.preferences) = (now, zone, preferences)
  }

  init(_ request: PageRequest, _ zone: LocalZone) {
    self.init(now: request.now, zone: zone, preferences: request.preferences)
  }

  /// Whether summaries of plays are left out, because they give results away, or happen later on a delayed television.
  var hidesPlays: Bool { preferences.hidesScores || preferences.delay > 0 }

  /// Returns an instant for the template `moment`.
  func moment(_ instant: Timestamp) -> PageMoment { PageMoment(instant, beside: now, in: zone) }

  /// Returns an instant for a sentence.
  func text(of instant: Timestamp) -> String { PageMoment.text(of: instant, beside: now, in: zone) }

  /// Whether a fact has become visible, as it is held back by the viewer's delay.
  func mayShow(_ event: Event) -> Bool {
    event.data.observedAt + .seconds(preferences.delay) <= now
  }
}
