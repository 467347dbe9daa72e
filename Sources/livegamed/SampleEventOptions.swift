import ArgumentParser
import LiveCore

/// The options that describe an event.
struct SampleEventOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Its type.", discussion: "Default: livegame.play.", valueName: "type"),
    completion: .list(EventFilter.typeNames.map { "livegame.\($0)" }))
  var type: String?
  @Option(
    help: ArgumentHelp("A tag that it has; may be given again.", valueName: "tag"),
    completion: .list(EventFilter.tagNames))
  var tag: [String] = []
  @Option(help: ArgumentHelp("Its game, such as TOR@AZ, or one side of it.", valueName: "away@home"))
  var team: [String] = []
  @Option(help: ArgumentHelp("Who takes part, a full name or StatsAPI's id; may be given again.", valueName: "player"))
  var player: [String] = []
  @Option(help: "The inning it happens in.")
  var inning: Int?
  @Option(help: ArgumentHelp("The score after it, such as 3-2.", valueName: "away-home"))
  var score: String?
  @Option(help: ArgumentHelp("0 to 4.", discussion: "Default: that of a play with these tags."))
  var importance: Int?
  @Flag(help: "It is not confirmed by the feed yet.")
  var provisional = false

  /// Nothing is described.
  var isEmpty: Bool { sketch == SampleEvent() && type == nil }

  var sketch: SampleEvent {
    var sketch = SampleEvent()
    sketch.type = type ?? sketch.type
    (sketch.tags, sketch.teams, sketch.players) = (tag, team, player)
    (sketch.inning, sketch.score, sketch.importance, sketch.isProvisional) = (inning, score, importance, provisional)
    return sketch
  }
}
