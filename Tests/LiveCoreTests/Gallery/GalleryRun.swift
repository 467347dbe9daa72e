import Foundation
import Testing
import WireSchema

@testable import LiveCore
@testable import LiveModel

/// Sends the scenes to a sink in order, as the delivery engine does, and records the requests.
struct GalleryRun {
  let sink: GallerySink
  private let transport = ScriptedTransport(GallerySink.reply)
  private let folder: TemporaryFolder
  /// Handles of editable messages, by fact.
  private var handles: [Fact: MessageHandle] = [:]
  /// Handle of the first message of a game, or of its scoreboard, by game.
  private var threads: [Int: MessageHandle] = [:]
  private let history: [Event]

  init(_ sink: GallerySink) throws {
    (self.sink, folder) = (sink, try TemporaryFolder())
    history = try GalleryGames.main.get() + GalleryGames.other.get()
  }

  /// Returns the page, message by message.
  mutating func page() async throws -> JSONTree {
    var messages: [JSONTree] = []
    for scene in try GalleryScene.all.get() where shows(scene) {
      try await hearEarlierRevision(of: scene)
      messages.append(try await tell(scene))
    }
    return .array(messages)
  }

  /// Home Assistant and programs get the same events as a webhook, so two events are enough for them.
  private func shows(_ scene: GalleryScene) -> Bool {
    switch sink.page {
    case "webhook": scene.isPlain
    case "home-assistant", "exec": scene.isPlain && ["correction", "walk-off"].contains(scene.name)
    case "discord-scoreboard": !["digest", "notice", "format"].contains(scene.name)
    default: true
    }
  }

  private mutating func hearEarlierRevision(of scene: GalleryScene) async throws {
    guard case .revision(_, let earlier) = scene.content, handles[earlier.data.fact] == nil else { return }
    _ = try await tell(GalleryScene(name: "", content: .news([earlier])))
  }

  private mutating func tell(_ scene: GalleryScene) async throws -> JSONTree {
    let sink = try sink.sink(for: scene, over: transport, command: command)
    let now = (scene.events.last?.data.feedAt ?? history[0].data.feedAt) + .seconds(1)
    let composed = try sink.compose(try content(for: scene, sink.traits))
    let id = WebhookID(log: Self.log, sink: sink.name, events: scene.events.map(\.id))
    let answer = await sink.send(composed, id: id, at: now)
    guard case .accepted(let receipt) = answer else {
      throw Fault(.sinkUnfitOccasion, "'\(scene.name)' was not taken: \(answer)", at: .sink(sink.name))
    }
    remember(receipt, scene)
    let head = [("scene", scene.name), ("edits", composed.edits?.rawValue)]
    let members = head.compactMap { name, text in text.map { (key: name, value: JSONTree(text: $0)) } }
    return .object(members + (self.sink.kind is ExecSettings ? try ran() : try sent()))
  }

  private static let log = LogID(rawValue: "9f2c61aa")

  private mutating func remember(_ receipt: Receipt, _ scene: GalleryScene) {
    guard let handle = receipt.handle, let game = scene.events.first?.data.game.id else { return }
    if scene.isPlain || scene.events.count > 1 { for event in scene.events { handles[event.data.fact] = handle } }
    if threads[game] == nil { threads[game] = handle }
  }

  private func content(for scene: GalleryScene, _ traits: SinkTraits) throws -> MessageContent {
    if traits.isScoreboard, let newest = scene.events.last { return try scoreboard(upTo: newest) }
    let deliverables = try scene.events.map(deliverable)
    let thread = scene.events.first.flatMap { threads[$0.data.game.id] }
    switch scene.content {
    case .news: return .news(deliverables, thread: thread)
    case .digest: return .digest(deliverables)
    case .notice(let text): return .notice(text)
    case .revision(let event, _):
      if traits.audience == .program { return .news(deliverables, thread: nil) }
      if traits.canEdit, let handle = handles[event.data.fact] { return .edit(deliverables, of: handle) }
      return .correction(deliverables, thread: thread)
    }
  }

  /// Returns the newest revision of every fact of the game so far.
  private func scoreboard(upTo newest: Event) throws -> MessageContent {
    let known = history.filter { $0.data.game.id == newest.data.game.id }.prefix { $0 != newest } + [newest]
    var (order, last) = ([Fact](), [Fact: Event]())
    for event in known where last.updateValue(event, forKey: event.data.fact) == nil { order.append(event.data.fact) }
    let deliverables = try order.reversed().compactMap { last[$0] }.map(deliverable)
    return .scoreboard(deliverables, of: threads[newest.data.game.id])
  }

  private func deliverable(_ event: Event) throws -> DeliverableEvent {
    let sequence = 1 + (history.firstIndex(of: event) ?? 0)
    return DeliverableEvent(
      event: event, line: try WireFormat.line(of: event, sequence: sequence, logID: Self.log.rawValue))
  }

  /// Returns the parts of the newest request.
  private func sent() throws -> [(key: String, value: JSONTree)] {
    let request = try #require(transport.requests.last)
    return [
      ("request", JSONTree(text: "\(request.method.rawValue) \(request.url)")),
      ("headers", .object(request.headers.map { ($0.name, JSONTree(text: $0.value)) })),
      ("body", JSONTree(request.body)),
    ]
  }

  /// Returns the input and environment that the program recorded.
  private func ran() throws -> [(key: String, value: JSONTree)] {
    let environment = try recorded("environment").split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
    return [
      (
        "environment",
        .object(
          environment.filter { $0.count == 2 }.sorted { $0[0] < $1[0] }.map {
            (String($0[0]), JSONTree(text: String($0[1])))
          })
      ),
      ("input", JSONTree(Array(try recorded("input").utf8))),
    ]
  }

  private var command: [String] {
    let script = "tr '\\0' '\\n' < /proc/$$/environ > \"$0/environment\"; exec cat > \"$0/input\""
    return ["/bin/sh", "-c", script, folder.path]
  }

  private func recorded(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
  }
}
