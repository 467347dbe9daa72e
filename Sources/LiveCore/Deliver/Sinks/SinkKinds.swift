/// The table of all kinds of sinks.
enum SinkKinds {
  /// One line for each folder, in the order in which the faults of the configuration name the kinds.
  static let all: [any BuildableSinkKind.Type] = [
    WebhookSettings.self,
    DiscordSettings.self,
    SlackSettings.self,
    NtfySettings.self,
    GotifySettings.self,
    TelegramSettings.self,
    MatrixSettings.self,
    HomeAssistantSettings.self,
    ExecSettings.self,
  ]
}
