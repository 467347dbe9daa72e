/// The table of all kinds of sinks.
package enum SinkKinds {
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
    MQTTSettings.self,
    ExecSettings.self,
  ]

  /// Returns the name of a type for people, such as `Home Assistant`; nil for an unknown type.
  package static func title(of type: String) -> String? {
    all.first { $0.name == type }.map { kind in
      // `livegamed setup` adds a remark to some.
      kind.setup.title.split(separator: " (").first.map(String.init) ?? kind.setup.title
    }
  }

  /// Returns whether people read the messages of sinks of this type; nil for an unknown type.
  package static func isForPeople(_ type: String) -> Bool? {
    all.first { $0.name == type }.map { $0.audience == .people }
  }
}
