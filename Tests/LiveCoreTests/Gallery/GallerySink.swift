import Foundation
import Testing

@testable import LiveCore

/// A sink of the gallery with an operator's configuration, and a receiver that accepts everything.
struct GallerySink: CustomTestStringConvertible, Sendable {
  /// The name of the page.
  var page: String
  var kind: SinkSettings.Kind
  var url = ""
  var change: @Sendable (inout SinkSettings) -> Void = { _ in }

  var testDescription: String { page }

  static let all = [
    GallerySink(page: "webhook", kind: .webhook, url: "https://example.org/hook") { settings in
      settings.secrets = [Secret("whsec_bWFkZSB1cCBmb3IgdGhlIGdhbGxlcnkuLi4=")]
    },
    GallerySink(
      page: "home-assistant", kind: .homeAssistant, url: "http://homeassistant.local:8123/api/webhook/made-up"),
    GallerySink(page: "exec", kind: .exec),
    GallerySink(page: "discord-plays", kind: .discord, url: discord),
    GallerySink(page: "discord-scoreboard", kind: .discord, url: discord) { $0.mode = .scoreboard },
    GallerySink(page: "slack-webhook", kind: .slack, url: "https://hooks.slack.com/services/MADE/UP"),
    GallerySink(page: "slack-bot", kind: .slack, url: SlackSink.api) { settings in
      (settings.token, settings.channel, settings.threads) = (Secret("xoxb-made-up"), "#games", true)
    },
    GallerySink(page: "ntfy", kind: .ntfy, url: "https://ntfy.sh") { $0.topic = Secret("made-up-topic") },
    GallerySink(page: "gotify", kind: .gotify, url: "https://gotify.example.org") { $0.token = Secret("made-up") },
    GallerySink(page: "telegram", kind: .telegram, url: "https://api.telegram.org") { settings in
      (settings.token, settings.channel) = (Secret("900001:made-up"), "-1001234567890")
    },
  ]

  private static let discord = "https://discord.com/api/webhooks/900001/made-up"

  func sink(for scene: GalleryScene, over transport: ScriptedTransport, command: [String]) throws -> any Sink {
    var settings = SinkSettings(name: page, kind: kind, url: Secret(url))
    change(&settings)
    (settings.spoilerFree, settings.format, settings.command) = (scene.isSpoilerFree, scene.format, command)
    settings.timeout = .seconds(60)
    return try SinkBuilder(transport: transport, environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
      .post(settings).sink
  }

  /// Accepts every message, and answers with an id as the servers of this kind do.
  @Sendable static func reply(to request: HTTPRequest, _ number: Int) -> ScriptedTransport.Reply {
    let sequence = JSONMembers(request.body).text("sequence_id") ?? ""
    let id = 900_100 + number
    return .status(
      200,
      body: """
        {"ok": true, "id": "\(id)", "channel": "C0GAMES", "ts": "1783990000.\(id)", "sequence_id": "\(sequence)",
        "result": {"message_id": \(id)}}
        """)
  }
}
