internal import LiveModel

/// The journal `MESSAGE_ID` of each event type. The ids come from `systemd-id128 new` and never change: operators
/// search for them, and `packaging/catalog/livegamed.catalog` has an entry for each.
enum MessageID {
  /// Returns the id of a type; that of an action for a type of another version.
  static func of(_ type: EventType, in leagues: Leagues) -> String {
    switch type {
    case .status: "e53e5581685049f9a6117e158a6a9b79"
    case .lineup: "da924328bbc440cbb3413ba9cec56d55"
    case .action: action
    case .play: "503d208a1b104629800f4da440016747"
    case .watch: "b7cb6c1b6f9d4bf984d372fc7f3f4979"
    case .source: "0c7501ff4efa4e0ca681d7a4d0733625"
    case .prediction: "2e58d2054bec46bb877f7d1a5454938e"
    default: leagues.messageID(of: type) ?? action
    }
  }

  private static let action = "e1a189b463e0416397d9ddf9b72bc6c3"
}
