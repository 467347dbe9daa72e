import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel

/// A sink of the gallery with an operator's configuration, and a receiver that accepts everything.
struct GallerySink: CustomTestStringConvertible, Sendable {
  /// The name of the page.
  var page: String
  var kind: any SinkKind
  var url = ""

  var testDescription: String { page }

  static let all = [
    GallerySink(
      page: "webhook", kind: WebhookSettings(secrets: [Secret("whsec_bWFkZSB1cCBmb3IgdGhlIGdhbGxlcnkuLi4=")]),
      url: "https://example.org/hook"),
    GallerySink(
      page: "home-assistant", kind: HomeAssistantSettings(), url: "http://homeassistant.local:8123/api/webhook/made-up"),
    GallerySink(page: "exec", kind: ExecSettings(command: [])),
    GallerySink(page: "discord-plays", kind: DiscordSettings(), url: discord),
    GallerySink(page: "discord-scoreboard", kind: DiscordSettings(mode: .scoreboard), url: discord),
    GallerySink(page: "slack-webhook", kind: SlackSettings(), url: "https://hooks.slack.com/services/MADE/UP"),
    GallerySink(
      page: "slack-bot",
      kind: SlackSettings(bot: .init(token: Secret("xoxb-made-up"), channel: "#games", threads: true)),
      url: SlackSink.api),
    GallerySink(page: "ntfy", kind: NtfySettings(topic: Secret("made-up-topic")), url: "https://ntfy.sh"),
    GallerySink(page: "gotify", kind: GotifySettings(token: Secret("made-up")), url: "https://gotify.example.org"),
    GallerySink(
      page: "telegram", kind: TelegramSettings(token: Secret("900001:made-up"), chat: "-1001234567890"),
      url: "https://api.telegram.org"),
    GallerySink(
      page: "matrix",
      kind: MatrixSettings(token: Secret("syt_made_up"), room: "!made-up:example.org", threads: true),
      url: "https://matrix.example.org"),
  ]

  private static let discord = "https://discord.com/api/webhooks/900001/made-up"

  func sink(for scene: GalleryScene, over transport: ScriptedTransport, command: [String]) throws -> any Sink {
    var settings = SinkSettings(name: page, kind: kind, url: Secret(url))
    if kind is ExecSettings { settings.kind = ExecSettings(command: command) }
    (settings.spoilerFree, settings.format) = (scene.isSpoilerFree, scene.format)
    settings.timeout = .seconds(60)
    let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    return try SinkBuilder(transport: transport, environment: environment, zone: .utc).build(settings).sink
  }

  /// Accepts every message, and answers with an id as the servers of this kind do.
  @Sendable static func reply(to request: HTTPRequest, _ number: Int) -> ScriptedTransport.Reply {
    let sequence = JSONMembers(request.body).text("sequence_id") ?? ""
    let id = 900_100 + number
    return .status(
      200,
      body: """
        {"ok": true, "event_id": "$\(id)", "id": "\(id)", "channel": "C0GAMES", "ts": "1783990000.\(id)", "sequence_id": "\(sequence)",
        "result": {"message_id": \(id)}}
        """)
  }
}
