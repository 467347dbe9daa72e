extension HouseSample {
  private static let keys = "every key of the configuration is an item of packaging/man/livegamed.yaml.5"
  private static let words = "every event type and tag is an item of packaging/man/livegamed-events.7"
  private static let statuses = "every exit status is an item of packaging/man/livegamed.1"
  private static let capitals = "every variable and journal field, such as NO_COLOR, is in a man page"

  private static let reader = "Sources/LiveCore/Config/Sample.swift"

  static let brokenManuals = [
    HouseSample(
      rule: keys, path: reader, text: "enum PollKey: String {\n  case most\n  case least = \"live_min\"\n}",
      lines: [2, 3], pages: [HouseRule.configurationManual: "The most of\n.It Ic live_max\nis not live_min."]),
    HouseSample(
      rule: keys, path: reader, text: "enum Key: String {\n  case path,\n    mode\n}", lines: [3],
      pages: [HouseRule.configurationManual: ".It Ic socket.path"]),
    HouseSample(
      rule: keys, path: "Sources/LiveCore/Deliver/Sinks/Sample/SampleSettings.swift",
      text: "let secret = SinkKey<[Secret]>(\"secret\") { $0.secret($1) }\nlet room = SinkKey<String>(\"room\")",
      lines: [2], pages: [HouseRule.configurationManual: ".It Ic sinks.NAME.secret"]),
    HouseSample(
      rule: words, text: #"static let out = Tag("out")"#, lines: [1],
      pages: [HouseRule.eventsManual: ".It Ic hit\nThe batter is not out.\n.It Li 5 Ta out"]),
    HouseSample(
      rule: words, text: "enum EventType: String {\n  case play = \"livegame.play\"\n}", lines: [2]),
    HouseSample(
      rule: statuses, path: "Sources/livegamed/ExitStatus.swift", text: "static let usage = ExitCode(64)", lines: [1],
      pages: [HouseRule.programManual: ".It 65\nis not 64"]),
    HouseSample(
      rule: capitals, text: #"let folder = environment["STATE_DIRECTORY"]"#, lines: [1],
      pages: [HouseRule.programManual: ".It Ev OTHER_STATE_DIRECTORY"]),
  ]

  static let keptManuals = [
    HouseSample(
      rule: keys, path: reader, text: "enum CommonSinkKey: String {\n  case url, quiet = \"quiet_hours\", to\n}",
      pages: [HouseRule.configurationManual: ".It Ic sinks.NAME.url\n.It Ic sinks.NAME.quiet_hours.to"]),
    HouseSample(
      rule: keys, path: reader,
      text: "enum Key: String {\n  case stop\n  var x: Int { switch self { case .stop: 1 } }\n}",
      pages: [HouseRule.configurationManual: ".It Ic routes[].stop"]),
    HouseSample(rule: keys, text: #"enum ColumnKey: String { case colour }"#),
    HouseSample(rule: keys, text: #"let secret = OtherKey<String>("secret")"#),
    HouseSample(
      rule: words, text: #"let tags = [Tag("out"), Tag("double_play"), Tag(feed.eventType)]"#,
      pages: [HouseRule.eventsManual: ".It Ic out\nThe batter is.\n.It Ic double_play , triple_play"]),
    HouseSample(
      rule: statuses, path: "Sources/livegamed/ExitStatus.swift", text: "[ExitCode(64), ExitCode(128 + signal)]",
      pages: [HouseRule.programManual: ".It 64"]),
    HouseSample(
      rule: capitals,
      text: #"["STATE_DIRECTORY", "LIVEGAME_ID", "LIVEGAME_", "GET", "_", "1_0", "M_FORBIDDEN", "A_\(kind)"]"#,
      pages: [HouseRule.programManual: ".Ev $STATE_DIRECTORY ,", HouseRule.eventsManual: "LIVEGAME_ID=7"]),
  ]
}
