import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import livegamed

/// Lines on a terminal.
@Suite(.timeLimit(.minutes(1))) struct WrappedTextTests {
  @Test func linesAreBrokenAtSpaces() {
    let text = "the sink is disabled: its receiver is gone"
    #expect(text.wrapped(to: 42) == [text])
    #expect(text.wrapped(to: 21) == ["the sink is disabled:", "  its receiver is", "  gone"])
    #expect("  a bb ccc".wrapped(to: 6) == ["  a bb", "  ccc"])
    #expect("  one two three".wrapped(to: 10) == ["  one two", "    three"])
    #expect("one\ntwo three".wrapped(to: 5) == ["one", "two", "  three"])
    #expect("".wrapped(to: 5) == [""])
  }

  @Test func aLongWordStaysWhole() {
    #expect("see https://example.org/a now".wrapped(to: 12) == ["see", "  https://example.org/a", "  now"])
    #expect("https://example.org/a".wrapped(to: 12) == ["https://example.org/a"])
    #expect("mlb/747175/5-top/pa/665489/1@1 is new".wrapped(to: 12) == ["mlb/747175/5-top/pa/665489/1@1", "  is new"])
  }

  @Test func wideCharactersTakeTwoColumns() {
    #expect("大谷 翔平 投手".wrapped(to: 9) == ["大谷 翔平", "  投手"])
    #expect("大谷 翔平 投手".wrapped(to: 8) == ["大谷", "  翔平", "  投手"])
    #expect("e\u{301}e\u{301} e\u{301}e\u{301}".wrapped(to: 5).count == 1)
  }

  @Test func coloursTakeNoColumns() {
    let text = "\u{1b}[2m05:07\u{1b}[0m \u{1b}[1;32mhomers now\u{1b}[0m"
    #expect(text.shownColumns == 16)
    #expect(text.wrapped(to: 16) == [text])
    #expect(text.wrapped(to: 14) == ["\u{1b}[2m05:07\u{1b}[0m \u{1b}[1;32mhomers", "  now\u{1b}[0m"])
  }

  @Test func everyLineFits() {
    let text = String(repeating: "the quick brown fox ", count: 20)
    for width in 20...200 { #expect(text.wrapped(to: width).allSatisfy { $0.columns <= width }) }
  }

  @Test func onlyATerminalBreaksLines() async throws {
    let long = String(repeating: "somebody singles to right field, ", count: 5) + "and that is all."
    let event = ScriptedDaemon.Step.line(1).replacing("Somebody's 1th single.", with: long)
    let socket = NSTemporaryDirectory() + "livegamed-wrapped-\(UUID().uuidString.prefix(8)).sock"
    let script: [ScriptedDaemon.Step] = [.hear, .hello(newest: 1), .say(event + "\n"), .stay]
    let daemon = try ScriptedDaemon(socket, [script, script])
    defer {
      daemon.stop()
      unlink(socket)
    }
    for (isJSON, expected) in [(false, "\r\n  field, somebody"), (true, event)] {
      let terminal = try PseudoTerminal()
      let arguments = ["watch", "--since", "oldest", "--socket", socket] + (isJSON ? ["--json"] : [])
      let program = try StartedProgram(arguments, output: terminal.back)
      try await terminal.expect(expected)
      program.signal(SIGINT)
    }
  }
}

/// The table of the sinks on terminals of several widths.
@Suite struct SinkTableTests {
  private static let time = Timestamp(seconds: 1_795_410_420)

  private static let sinks = [
    SinkListing.Entry(
      name: "family", type: "discord", state: .ok, waiting: 0, dead: 0, lastDelivered: time),
    SinkListing.Entry(
      name: "bad-phone", type: "ntfy", state: .disabled, waiting: 3, dead: 0, lastDelivered: time - .seconds(86_400),
      disabled: "status 403: 'forbidden'", disabledSince: time),
    SinkListing.Entry(
      name: "den", type: "homeassistant", state: .paused, until: time, waiting: 1, dead: 0, pausedSince: time),
  ]

  private static func lines(_ width: Int?) -> [String] {
    SinkTable(sinks: sinks, zone: .utc, width: width, now: width.map { _ in LocalZone.utc.time(at: time) })
      .lines(hasColour: false)
  }

  @Test(arguments: [40, 50, 60, 80, 100, 120]) func itFitsTheTerminal(width: Int) {
    let lines = Self.lines(width)
    #expect(lines.allSatisfy { $0.columns <= width })
    let text = lines.joined(separator: " ").singleSpaced
    for word in ["family", "bad-phone", "ok", "disabled", "'forbidden'"] { #expect(text.contains(word)) }
  }

  @Test func aWideTerminalShowsAllColumns() {
    #expect(Self.lines(80)[0].contains("last delivered") || Self.lines(120)[0].contains("last delivered"))
    #expect(Self.lines(120)[0] == "sink       type           waiting  dead  last delivered     state")
    #expect(!Self.lines(50)[0].contains("type"))
  }

  @Test func saysWhatToDoAboutASinkThatGetsNothing() {
    #expect(
      Self.lines(nil).dropFirst(4) == [
        "sink 'bad-phone': correct its settings and reload; if it works as it is, run 'livegamed sink enable bad-phone'",
        "sink 'den': 'livegamed sink resume den' ends the pause",
      ])
  }

  @Test func aPipeGetsWholeLines() {
    #expect(
      Self.lines(nil)[3]
        == "den        homeassistant  1        0     never                    paused by an operator until 2026-11-23 "
        + "05:07:00 UTC")
  }
}
