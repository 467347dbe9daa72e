internal import Crypto

/// A message as it is published to ntfy, but for its topic, which is a secret and joins it on the way out.
///
/// Source: docs.ntfy.sh/publish, "Publish as JSON", "Limitations", "Updating notifications".
struct NtfyMessage: Codable, Equatable, Sendable {
  /// At most 1024 bytes; a phone shows far less.
  var title: String
  /// Never blank, for ntfy would say `triggered`. At most 4096 bytes: a longer one would be a file.
  var message: String
  /// Emoji short codes, and words.
  var tags: [String]
  /// 1 to 5.
  var priority: Int
  /// Opened when the notification is tapped.
  var click: String?
  /// A later message with the same one takes this one's place, from ntfy 2.16 on. 1 to 64 of `A-Z`, `a-z`, `0-9`, `-`
  /// and `_`.
  var sequenceID: String?

  private enum CodingKeys: String, CodingKey {
    case title, message, tags, priority, click
    case sequenceID = "sequence_id"
  }
}

extension NtfyMessage {
  private static let longestTitle = 250
  private static let longestMessage = 4096

  /// Throws `sink.unfit-content` for a scoreboard.
  init(_ content: MessageContent, wording: Wording, sink: String) throws(Fault) {
    let bulletin = try ChatText(content, wording: wording, sink: sink)
    title = Truncation(limit: Self.longestTitle, unit: .utf8).fit(bulletin.title)
    message = Truncation(limit: Self.longestMessage, unit: .utf8).text(bulletin.lines)
    tags = NtfyTags.of(content, isSpoilerFree: wording.isSpoilerFree)
    priority = Self.priority(of: content)
    click = bulletin.link
    sequenceID = Self.sequenceID(of: content, sink: sink)
  }

  /// 1 makes no sound and stays out of sight, 5 rings. What is told again, or late, is told more quietly.
  private static func priority(of content: MessageContent) -> Int {
    let importance = content.deliverables.map(\.event.data.importance).max() ?? 0
    let priority = min(max(importance + 1, 1), 5)
    return switch content {
    case .news, .scoreboard: priority
    case .correction, .digest: min(max(priority - 1, 1), 3)
    case .edit: min(priority, 2)
    case .notice: 4
    }
  }

  /// The same for the same message in every run, so that it can be named when it is to be changed. A correction and a
  /// digest are messages of their own. Nil for what is never changed.
  private static func sequenceID(of content: MessageContent, sink: String) -> String? {
    let events = content.deliverables.map(\.event)
    return switch content {
    case .news: hash(["news", sink] + events.prefix(1).map(\.data.fact.rawValue))
    case .correction: hash(["correction", sink] + events.map(\.id))
    case .digest: hash(["digest", sink] + events.map(\.id))
    case .edit(_, let target): target.rawValue
    case .scoreboard, .notice: nil
    }
  }

  private static func hash(_ fields: [String]) -> String {
    var hash = SHA256()
    for field in fields { hash.update(data: Array("\(field.utf8.count):\(field)".utf8)) }
    return "lg_\(WebhookID.base32(hash.finalize()).prefix(26))"
  }
}

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
