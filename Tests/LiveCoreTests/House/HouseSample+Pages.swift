extension HouseSample {
  private static let coded = "a fault's code is 'area.kind', written out and declared once"
  private static let codes = "every fault's code is explained in docs/operations.md"
  private static let fields = "every log field is explained in docs/operations.md"
  private static let metrics = "every metric is explained in docs/operations.md"
  private static let words = "every event type and tag is explained in docs/events.md"

  private static func declared(_ code: String) -> String {
    "extension Fault.Code {\n  static let sample = \(code)\n}"
  }

  static let brokenPages = [
    HouseSample(rule: coded, text: declared(#"Fault.Code("Log.Full")"#), lines: [2]),
    HouseSample(rule: coded, text: declared(#"Self("logfull")"#), lines: [2]),
    HouseSample(rule: coded, text: #"throw Fault(Fault.Code("log.\(kind)"), "no")"#, lines: [1]),
    HouseSample(
      rule: coded, text: declared(#"Fault.Code("log.full")"#) + "\nlet b = Fault.Code(\"log.full\")", lines: [4]),
    HouseSample(rule: codes, text: declared(#"Fault.Code("log.full")"#), lines: [2]),
    HouseSample(
      rule: codes, text: declared(#"Fault.Code("log.full")"#), lines: [2],
      pages: [HouseRule.operations: "the log.full fault, `log.full-again`"]),
    HouseSample(rule: fields, text: "enum LogKey {\n  static let game = \"game\"\n}", lines: [2]),
    HouseSample(
      rule: metrics, text: "enum Metric: String {\n  case up = \"livegamed_up\"\n}", lines: [2],
      pages: [HouseRule.operations: "livegamed_up, `livegamed_up_total`"]),
    HouseSample(
      rule: words, text: #"static let out = Tag("out")"#, lines: [1],
      pages: [HouseRule.events: "all about outs", HouseRule.operations: "`out`"]),
    HouseSample(
      rule: words, text: "extension EventType {\n  static let play = EventType(rawValue: \"livegame.play\")\n}",
      lines: [2],
      pages: [HouseRule.events: "livegame.play"]),
  ]

  static let keptPages = [
    HouseSample(rule: coded, text: declared(#"Fault.Code("log.not-now")"#)),
    HouseSample(
      rule: codes, text: declared(#"Fault.Code("log.full")"#), pages: [HouseRule.operations: "| `log.full` | … |"]),
    HouseSample(
      rule: fields, text: #"enum LogKey { static let url = "url" }"#, pages: [HouseRule.operations: "`url`: cut"]),
    HouseSample(
      rule: metrics, text: #"enum Metric { case up = "livegamed_up"; enum Kind { case gauge } }"#,
      pages: [HouseRule.operations: "`livegamed_up`: 1"]),
    HouseSample(rule: fields, text: #"enum Other { static let url = "url" }"#),
    HouseSample(
      rule: words, text: #"let tags = [Tag("out"), Tag(feed.eventType)]"#, pages: [HouseRule.events: "`hit`, `out`"]),
  ]
}
