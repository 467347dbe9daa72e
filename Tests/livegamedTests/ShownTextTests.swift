import Foundation
import Testing
import WireSchema

@testable import livegamed

/// Control characters from outside are escaped on a terminal, and text takes the columns that it shows.
@Suite(.timeLimit(.minutes(2))) struct ShownTextTests {
  /// Sets a title, clears the screen, reverses a line, begins another one.
  private static let hostile =
    "a\u{1B}]0;x\u{07}b\u{9B}2Jc\u{202E}d\u{2066}e\u{200F}f\u{2028}g\nh\u{7F}i\u{0}j\u{E000}k\u{E0001}l"

  @Test func controlCharactersAreEscaped() {
    #expect(
      Self.hostile.onOneLine
        == #"a\u{1B}]0;x\u{7}b\u{9B}2Jc\u{202E}d\u{2066}e\u{200F}f g h\u{7F}i\u{0}j\u{E000}k\u{E0001}l"#)
    for text in ["José Ramírez · ▲5 ◇◆", "日本", "e\u{301}", "", "C:\\n", "⚾"] { #expect(text.onOneLine == text) }
    #expect("a\r\nb\tc\u{85}d".onOneLine == "a  b c d")
  }

  /// Every scalar alone: controls and format characters are escaped, and all others are unchanged.
  @Test func noControlCharacterIsLeft() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let category = scalar.properties.generalCategory
      let isObeyed = [.control, .format, .lineSeparator, .paragraphSeparator].contains(category)
      let shown = String(scalar).onOneLine
      if isObeyed, shown.unicodeScalars.contains(scalar) { Issue.record("\(String(value, radix: 16)) is shown") }
      if !isObeyed, scalar.properties.isAlphabetic, shown != String(scalar) {
        Issue.record("\(String(value, radix: 16)) is escaped without need")
      }
    }
  }

  @Test func jsonKeepsItsValue() throws {
    let text = String(decoding: try JSONEncoder().encode([Self.hostile, "é 日本 ⚾ \\ \" \u{10FFFF}"]), as: UTF8.self)
    let shown = text.escapedJSON
    #expect(shown.onOneLine == shown && shown.contains(#"\u009b"#) && shown.contains(#"\u202e"#))
    #expect(shown.contains(#"\udb40\udc01"#) && shown.contains("é 日本 ⚾"))
    let texts = try [shown, text].map { try JSONDecoder().decode([String].self, from: Data($0.utf8)) }
    #expect(texts[0] == texts[1])
    #expect(#"{"a":"b"}"#.escapedJSON == #"{"a":"b"}"#)
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한국", 4), ("ﾊﾝｶｸ", 4), ("Ａ", 2), ("⚾", 2), ("🇺🇸", 2),
    ("▲5 ◇◆◇", 6), ("…", 1), ("עברית", 5), ("\u{1100}\u{1161}", 2),
  ])
  func widthsAreThoseOfATerminal(_ text: String, _ columns: Int) {
    #expect(text.columns == columns)
    #expect(text.padding(to: 10).columns == 10)
    for width in 0...12 {
      let cut = text.cut(to: width)
      #expect(cut.columns <= width && (columns > width || cut == text))
    }
  }

  @Test func wideTextIsCutAtACharacter() {
    #expect("日本語の文".cut(to: 6) == "日本…")
    #expect("日本語の文".cut(to: 7) == "日本語…")
    #expect("e\u{301}e\u{301}e\u{301}".cut(to: 2) == "e\u{301}…")
  }

  @Test func columnsOfATableAreAligned() {
    var table = TextTable("name", "error")
    table.add(["日本", "a"])
    table.add(["den", "b\u{1B}[2J\nc"])
    #expect(table.lines(hasColour: false) == ["name  error", "日本  a", #"den   b\u{1B}[2J c"#])
  }

  private static let daemon = """
    {"op":"scoreboard","games":[{"game":{"id":1,"status":"live","away":{"abbreviation":"T\\u001b]0;x\\u0007R"},\
    "home":{"abbreviation":"\\u009b2J"}},"watched":true,"last":"\\u202ehomers\\u2028\\u2066 日本 \u{9B}31m \u{202E}"}]}
    """

  private func ask(_ answer: String, _ arguments: [String]) throws -> Program.Ending {
    try ScriptedDaemon.answering(answer) { try Program.run(arguments + ["--socket", $0]) }
  }

  private func isHarmless(_ text: String) -> Bool {
    text.split(separator: "\n").allSatisfy { String($0).onOneLine == $0 }
  }

  @Test(arguments: [["scoreboard"], ["scoreboard", "--json"], ["watch", "--board"]])
  func anAnswerOfTheDaemonIsEscaped(_ arguments: [String]) throws {
    let isSchedule = arguments.first == "scoreboard"
    let schedule = Self.daemon.replacing(#""op":"scoreboard""#, with: #""op":"schedule","date":"2026-07-11""#)
      .replacing(#""last":"#, with: #""state":"#)
    let ending = try ask(isSchedule ? schedule : Self.daemon, arguments)
    #expect(ending.status == 0 && ending.output.contains("homers") && isHarmless(ending.output), "\(ending)")
    // A schedule for people begins with its date.
    #expect(ending.output.split(separator: "\n").count == (arguments == ["scoreboard"] ? 2 : 1))
    if arguments.contains("--json") {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) }
    }
  }

  @Test func anErrorOfTheDaemonIsEscaped() throws {
    let ending = try ask(#"{"op":"error","code":"x","message":"\#u{9B}2J no \u001b]0;x\u0007"}"#, ["status"])
    #expect(ending.status != 0 && !ending.error.isEmpty && isHarmless(ending.error), "\(ending)")
  }

  /// An event of the manual with such a team name.
  @Test(arguments: [[], ["--json"]])
  func anEventOfAFileIsEscaped(_ options: [String]) throws {
    let page = try String(contentsOfFile: "\(WireFormat.root)/docs/events.md", encoding: .utf8)
    let blocks = page.components(separatedBy: "```").filter { $0.hasPrefix("json\n") }.map { $0.dropFirst(5) }
    let event = try #require(blocks.first { $0.contains("\"livegame.play\"") && $0.contains("TOR") })
    let path = NSTemporaryDirectory() + "livegamed-shown-\(UUID().uuidString.prefix(8)).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try event.replacing("TOR", with: "T\u{9B}2J\u{202E}\\u001b]0;x\\u0007")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let options = options.joined(separator: " ")
    let ending = try shell("\"$LIVEGAMED\" route test '\(path)' --config \"$CONFIG\" \(options)")
    #expect(ending.status == 0 && !ending.output.isEmpty && isHarmless(ending.output), "\(ending)")
  }

  private static let commands = [
    "check-config", "route test --team BOS --tag scoring", "route test --team BOS --tag scoring --json",
  ]

  private func shell(_ script: String) throws -> Program.Ending {
    let config = NSTemporaryDirectory() + "livegamed-shown-\(UUID().uuidString.prefix(8)).yaml"
    try "follow: {teams: [BOS]}".write(toFile: config, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: config) }
    return try Program.shell(script, ["LIVEGAMED": RunningDaemon.program, "CONFIG": config])
  }

  @Test(arguments: commands, [(">/dev/full", "no space left on device"), (">&-", "bad file descriptor")])
  func aResultThatCannotBeWrittenIsReported(_ command: String, _ output: (String, String)) throws {
    let ending = try shell("\"$LIVEGAMED\" \(command) --config \"$CONFIG\" \(output.0)")
    #expect(ending.status == 74 && ending.error == "standard output: \(output.1)\n", "\(ending)")
  }

  /// `watch` reports it in the same way.
  @Test(arguments: ["scoreboard", "status", "watch --board", "sink list"])
  func anAnswerThatCannotBeWrittenIsReported(_ command: String) throws {
    let answers = [
      "status": #"{"op":"status","healthy":true}"#, "sink list": #"{"op":"sinks","sinks":[]}"#,
      "scoreboard": #"{"op":"schedule","date":"2026-07-11","games":[]}"#,
    ]
    let answer = answers[command] ?? #"{"op":"scoreboard","games":[]}"#
    let ending = try ScriptedDaemon.answering(answer) {
      try shell("\"$LIVEGAMED\" \(command) --socket '\($0)' >/dev/full")
    }
    #expect(ending.status == 74 && ending.error == "standard output: no space left on device\n", "\(ending)")
  }

  @Test func aClosedPipeIsNotReported() throws {
    let ending = try shell("\"$LIVEGAMED\" check-config --config \"$CONFIG\" | sleep 0")
    #expect(ending.error.isEmpty)
  }
}
