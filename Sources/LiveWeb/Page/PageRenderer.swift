internal import LiveModel
internal import LivePlatform

/// Makes pages and the updates of streams. Streams with the same view at the same place share an update: the first one
/// makes it, and the others wait for it.
///
/// Bounds: at most `mostUpdates` updates of at most `mostBytes` together are kept.
package actor PageRenderer {
  private struct Key: Hashable {
    var view: LiveView
    var place: LivePlace
    var newest: Int
    var version: Int
    /// The second, for a view with a delay, which changes with time alone.
    var second: Int64
  }

  /// An update of a stream.
  struct Update: Sendable {
    /// The text of its events; empty if nothing is new.
    var text = ""
    /// The place of the stream behind it.
    var place: LivePlace
  }

  private let source: any PageSource
  private let sections: [any PageSection]
  /// Parsed for the first page, so that the daemon starts sooner. A page that is never opened takes no memory for them.
  private lazy var parsed = Result { try PageTemplates() }
  private let prefix: String
  private var updates: [Key: Update] = [:]
  /// The keys of `updates` in the order of their making.
  private var order: [Key] = []
  private var bytes = 0
  /// The views whose updates are being made. The end of an update raises its mark, for the streams that wait.
  private var turns: [LiveView: Watermark] = [:]

  private static let mostUpdates = 512
  private static let mostBytes = 1 << 20

  package init(source: any PageSource, sections: [any PageSection], prefix: String) {
    (self.source, self.sections, self.prefix) = (source, sections, prefix)
  }

  /// Returns the answer of the section that has the page; nil if none has it. Throws the faults of the section.
  func answer(to request: PageRequest) async throws -> PageAnswer? {
    for section in sections {
      if let answer = try await section.answer(to: request) { return answer }
    }
    return nil
  }

  /// Returns the HTML of a page. Throws an error of Mustache if a template is malformed.
  func html(_ frame: PageFrame) throws -> String { try parsed.get().render(frame) }

  /// Returns the events that bring a client from its place to the present. Throws the faults of the section, an error of
  /// Mustache if a template is malformed, and `CancellationError` when the task is cancelled while it waits.
  func update(of view: LiveView, from place: LivePlace, at now: Timestamp) async throws -> Update {
    try await takeTurn(of: view)
    defer { endTurn(of: view) }
    let key = Key(
      view: view, place: place, newest: source.newest, version: source.gamesVersion,
      second: view.preferences.delay > 0 ? now.seconds : 0)
    if let known = updates[key] { return known }
    let update = try await newUpdate(of: view, from: place, at: now)
    keep(update, for: key)
    return update
  }

  /// Waits until no other update of the view is being made. Throws `CancellationError` when the task is cancelled.
  private func takeTurn(of view: LiveView) async throws {
    while let other = turns[view] {
      guard await other.past(0) != nil else { throw CancellationError() }
    }
    turns[view] = Watermark()
  }

  private func endTurn(of view: LiveView) { turns.removeValue(forKey: view)?.raise { _ in 1 } }

  private func keep(_ update: Update, for key: Key) {
    updates[key] = update
    order.append(key)
    bytes += update.text.utf8.count
    while order.count > Self.mostUpdates || bytes > Self.mostBytes && order.count > 1 {
      bytes -= updates.removeValue(forKey: order.removeFirst())?.text.utf8.count ?? 0
    }
  }

  private func newUpdate(of view: LiveView, from place: LivePlace, at now: Timestamp) async throws -> Update {
    let log = source.log
    func reload(_ reason: LiveEvent.ReloadReason, _ cursor: Int) -> Update {
      Update(
        text: LiveEvent.text("reload", reason.rawValue, id: LivePlace.id(cursor, in: log)),
        place: LivePlace(cursor: cursor))
    }
    let newest = source.newest
    guard place.cursor <= newest else { return reload(.otherLog, newest) }
    let revision = try await revision(of: view, at: now)
    if let revision, revision == place.revision {
      var same = place
      // Facts of other games are no news for this view.
      if view.preferences.delay == 0 { same.cursor = newest }
      return Update(place: same)
    }
    guard let scene = try await scene(of: view, after: place.cursor, at: now) else { return Update(place: place) }
    if scene.isTooMuch { return reload(.tooMuch, scene.cursor) }
    let arrangement = view.digest(ofArrangement: scene.arrangement)
    if let known = place.arrangement, known != arrangement { return reload(.changed, scene.cursor) }
    let templates = try parsed.get()
    let surroundings = PageTemplates.Surroundings(
      prefix: prefix, view.preferences, site: (view.league ?? source.homeLeague).rawValue)
    var next = LivePlace(cursor: max(scene.cursor, place.cursor), arrangement: arrangement, revision: revision)
    var html = scene.facts.map { templates.line($0.content, in: surroundings) }.joined()
    for part in scene.parts {
      let line = templates.line(part.content, in: surroundings)
      var digest = FNV1a()
      digest.add(line)
      next.parts[part.id] = digest.value
      if place.parts[part.id] != digest.value { html += line }
    }
    var text = ""
    if !html.isEmpty {
      let id = next.cursor > place.cursor ? LivePlace.id(next.cursor, in: log) : nil
      text = LiveEvent.text("html", html, id: id)
    }
    if view.preferences.announces {
      text += scene.sentences.map { LiveEvent.text("say", String($0.map { $0.isNewline ? " " : $0 })) }.joined()
    }
    return Update(text: text, place: next)
  }

  private func revision(of view: LiveView, at now: Timestamp) async throws -> Int? {
    for section in sections {
      if let revision = try await section.revision(of: view, at: now) { return revision }
    }
    return nil
  }

  private func scene(of view: LiveView, after cursor: Int, at now: Timestamp) async throws -> LiveScene? {
    for section in sections {
      if let scene = try await section.scene(of: view, after: cursor, at: now) { return scene }
    }
    return nil
  }
}
