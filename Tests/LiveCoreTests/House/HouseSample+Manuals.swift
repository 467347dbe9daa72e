extension HouseSample {
  private static let keys = "every key of the configuration is in a table of docs/configuration.md"
  private static let statuses = "every exit status is in a table of docs/livegamed.md"
  private static let capitals = "every variable and journal field, such as NO_COLOR, is explained in docs"

  private static let reader = "Sources/LiveCore/Config/Sample.swift"

  static let brokenManuals = [
    HouseSample(
      rule: keys, path: reader, text: "enum PollKey: String {\n  case most\n  case least = \"live_min\"\n}",
      lines: [2, 3],
      pages: [HouseRule.configuration: "The `most` of\n| `live_max` | is not `live_min` |\n```\n| `most` |\n```"]),
    HouseSample(
      rule: keys, path: reader, text: "enum Key: String {\n  case path,\n    mode\n}", lines: [3],
      pages: [HouseRule.configuration: "| `socket.path` | path |"]),
    HouseSample(
      rule: keys, path: "Sources/LiveCore/Deliver/Sinks/Sample/SampleSettings.swift",
      text: "let secret = SinkKey<[Secret]>(\"secret\") { $0.secret($1) }\nlet room = SinkKey<String>(\"room\")",
      lines: [2], pages: [HouseRule.configuration: "| `sinks.NAME.secret` | |"]),
    HouseSample(
      rule: statuses, path: "Sources/livegamed/ExitStatus.swift", text: "static let usage = ExitCode(64)", lines: [1],
      pages: [HouseRule.program: "| `65` | is not `64` |\n\nNor is `64`."]),
    HouseSample(
      rule: capitals, text: #"let folder = environment["STATE_DIRECTORY"]"#, lines: [1],
      pages: [HouseRule.program: "| `OTHER_STATE_DIRECTORY` | |"]),
  ]

  static let keptManuals = [
    HouseSample(
      rule: keys, path: reader, text: "enum CommonSinkKey: String {\n  case url, quiet = \"quiet_hours\", to\n}",
      pages: [HouseRule.configuration: "| `sinks.NAME.url` | |\n| `sinks.NAME.quiet_hours.to` | |"]),
    HouseSample(
      rule: keys, path: reader,
      text: "enum Key: String {\n  case stop\n  var x: Int { switch self { case .stop: 1 } }\n}",
      pages: [HouseRule.configuration: "| `routes[].stop` | `true` or `false` |"]),
    HouseSample(rule: keys, text: #"enum ColumnKey: String { case colour }"#),
    HouseSample(rule: keys, text: #"let secret = OtherKey<String>("secret")"#),
    HouseSample(
      rule: statuses, path: "Sources/livegamed/ExitStatus.swift", text: "[ExitCode(64), ExitCode(128 + signal)]",
      pages: [HouseRule.program: "| `0`, `64` | |"]),
    HouseSample(
      rule: capitals,
      text: #"["STATE_DIRECTORY", "LIVEGAME_ID", "LIVEGAME_", "GET", "_", "1_0", "M_FORBIDDEN", "A_\(kind)"]"#,
      pages: [HouseRule.program: "`$STATE_DIRECTORY`,", HouseRule.events: "LIVEGAME_ID=7"]),
  ]
}
