/// The emoji in front of a notification's title, by the short codes that ntfy knows.
///
/// Source: docs.ntfy.sh/emojis.
enum NtfyTags {
  private static let most = 5

  static func of(_ content: MessageContent, isSpoilerFree: Bool) -> [String] {
    let events = content.deliverables.map(\.event)
    var codes: [String] =
      switch content {
      case .news, .scoreboard: []
      case .correction, .edit: ["pencil2"]
      case .digest: ["newspaper"]
      case .notice: ["warning"]
      }
    if case .digest = content { return codes }
    codes += events.map(kind)
    if !isSpoilerFree { codes += events.flatMap(meaning) }
    var seen: Set<String> = []
    return Array(codes.filter { seen.insert($0).inserted }.prefix(most))
  }

  /// Says nothing of a result.
  private static func kind(of event: Event) -> String {
    let tags = event.data.tags
    return switch event.type {
    case .status where tags.contains(.final): "checkered_flag"
    case .status where tags.contains(.delay) || tags.contains(.suspended): "umbrella"
    case .status where tags.contains(.postponed) || tags.contains(.cancelled): "no_entry_sign"
    case .status, .inning, .play, .action: "baseball"
    case .lineup: "clipboard"
    case .watch: "eyes"
    case .source: "satellite"
    }
  }

  private static let meanings: [(tag: Tag, code: String)] = [
    (.walkOff, "tada"), (.perfectGame, "star2"), (.noHitter, "star2"), (.grandSlam, "fire"),
    (Tag(rawValue: "home_run"), "boom"), (.stolenBase, "runner"), (.overturned, "arrows_counterclockwise"),
  ]

  private static func meaning(of event: Event) -> [String] {
    event.data.retracted ? [] : meanings.filter { event.data.tags.contains($0.tag) }.map(\.code)
  }
}
