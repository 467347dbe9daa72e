import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// One picture of the gallery: its events and how they are sent.
struct GalleryScene {
  enum Content {
    /// One fact, or a group of facts.
    case news([Event])
    /// A later revision of a fact that was sent before.
    case revision(Event, of: Event)
    case digest([Event])
    case notice(String)
  }

  /// The name of the picture.
  var name: String
  var content: Content
  /// Whether the sink is spoiler-free.
  var isSpoilerFree = false
  var format: String?

  var events: [Event] {
    switch content {
    case .news(let events), .digest(let events): events
    case .revision(let event, _): [event]
    case .notice: []
    }
  }

  /// Whether it is one event with default options, which programs get too.
  var isPlain: Bool { events.count == 1 && !isSpoilerFree && format == nil }

  static let format =
    "{{#is.home_run}}💣 {{/is.home_run}}{{play.batter.name}} off {{play.pitcher.name}}: {{play.runs}} in!"

  static let all = Result { try scenes() }

  private static func scenes() throws -> [GalleryScene] {
    let (main, other) = (try GalleryGames.main.get(), try GalleryGames.other.get())
    func first(_ tag: LiveModel.Tag, in events: [Event]? = nil) throws -> Event {
      try only((events ?? main).first { $0.data.tags.contains(tag) })
    }
    func revised(_ fact: Event) throws -> Event {
      try only(main.first { $0.data.fact == fact.data.fact && $0.data.revision == 2 })
    }
    let (run, walkOff, final) = (try first(.scoring), try first(.walkOff), try first(.final))
    let wildPitch = try first(LiveModel.Tag(rawValue: "wild_pitch"))
    let burst = main.filter { $0.type == .play && $0.data.inning == HalfInning(number: 6, half: .top) }.prefix(3)
    let perfect = try first(.perfectGameIntact)
    let disabled = DisabledSinkNotice(
      sink: SinkSettings(name: "hook", kind: WebhookSettings(), url: Secret("https://example.org")),
      reason: Answer.Reason(cause: .status(410), text: "status 410: 'this hook was deleted'")
    ).text
    return [
      GalleryScene(name: "probable-pitcher", content: .news([try first(.changed)])),
      GalleryScene(name: "game-start", content: .news([try first(.start)])),
      GalleryScene(name: "abs-challenge", content: .news([try first(.absChallenge)])),
      GalleryScene(name: "stolen-base", content: .news([try first(.stolenBase)])),
      GalleryScene(name: "run-scored", content: .news([run])),
      GalleryScene(name: "correction", content: .revision(try revised(run), of: run)),
      GalleryScene(name: "perfect-game", content: .news([perfect])),
      GalleryScene(name: "burst", content: .news(Array(burst))),
      GalleryScene(name: "rain-delay", content: .news([try first(.delay)])),
      GalleryScene(name: "pitching-change", content: .news([try first(.pitchingChange)])),
      GalleryScene(name: "retraction", content: .revision(try revised(wildPitch), of: wildPitch)),
      GalleryScene(name: "walk-off", content: .news([walkOff])),
      GalleryScene(name: "final", content: .news([final])),
      GalleryScene(
        name: "digest",
        content: .digest(
          [try first(.start, in: other)] + burst + other.filter { $0.type == .play && $0.data.importance > 2 }
            + [try first(.delay, in: other), walkOff, final])),
      GalleryScene(name: "notice", content: .notice(disabled)),
      GalleryScene(name: "spoiler-free", content: .news([walkOff]), isSpoilerFree: true),
      GalleryScene(name: "format", content: .news([walkOff]), format: format),
    ]
  }

  private static func only(_ event: Event?) throws -> Event { try #require(event) }
}
