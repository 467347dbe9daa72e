import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct TextFormatTests {
  private func text(_ source: String, of event: Event = Baseball().sample, escape: @escaping Wording.Escape = { $0 })
    throws
    -> String
  { try TextFormat(source).text(of: event, escape: escape) }

  @Test(arguments: [
    ("{{summary}}", Baseball().sample.data.summary), ("{{data.summary}}", Baseball().sample.data.summary),
    ("{{id}}", "mlb/900001/5-top/pa/900103/1@1"), ("{{subject}} {{type}}", "TOR@AZ livegame.play"),
    ("{{time}}", Baseball().sample.time.description), ("{{game.away.abbreviation}} {{score.away}}", "TOR 3"),
    ("{{data.game.home.name}}", "Arizona Diamondbacks"), ("{{inning.half}} {{inning.number}}", "top 5"),
    ("{{ordinal(inning.number)}}", "5th"), ("{{uppercased(inning.half)}}", "TOP"),
    ("{{#tags}}[{{.}}]{{/tags}}", "[home_run][hit][scoring][go_ahead][lead_change][review][overturned]"),
    ("{{first(tags)}} {{count(tags)}}", "home_run 7"), ("{{#is.home_run}}HR!{{/is.home_run}}", "HR!"),
    ("{{^is.strikeout}}no K{{/is.strikeout}}", "no K"), ("{{#late}}late{{/late}}{{^late}}live{{/late}}", "live"),
    (
      "{{#players}}{{name}} ({{role}}); {{/players}}",
      "Kenji Okafor (batter); Mateo Brandt II (pitcher); D.J. Novák (scorer); "
    ),
    ("{{#bases.first}}on first{{/bases.first}}{{^bases.first}}nobody{{/bases.first}}", "nobody"),
    ("x{{nothing}}{{play.nothing.at.all}}y", "xy"), ("x{{> partial}}y", "xy"), ("x{{game}}{{.}}{{}}y", "xy"),
    ("{{#game}}{{away.name}}: {{summary}}{{/game}}", "Toronto Blue Jays: \(Baseball().sample.data.summary)"),
    ("{{=<% %>=}}<% summary %>", Baseball().sample.data.summary), ("{{! remark }}\nhello\r\nyou", "hello\nyou"),
    ("{{play.rbi}}/{{play.runs}}", "2/2"), ("{{retracted}}", "false"), ("a {brace} }} b", "a {brace} }} b"),
    ("{{tags}}", "home_run, hit, scoring, go_ahead, lead_change, review, overturned"),
    ("{{#play.reviews}}{{reviewType}} {{player.name}}{{/play.reviews}}", "NH Kenji Okafor"),
  ])
  func everyMemberIsFoundByItsPath(_ source: String, _ expected: String) throws {
    #expect(try text(source) == expected)
  }

  @Test func valuesAreEscapedButNotTheTemplate() throws {
    let star: Wording.Escape = { $0.replacing("e", with: "3") }
    #expect(try text("here {{inning.half}} {{game.away.name}}", escape: star) == "here top Toronto Blu3 Jays")
    #expect(
      try text("e{{{game.away.name}}}{{& game.away.name}}", escape: star) == "eToronto Blu3 JaysToronto Blu3 Jays")
    #expect(try text("{{uppercased(game.away.name)}}", escape: star) == "TORONTO BLUE JAYS")
    #expect(try text("{{#tags}}{{.}} {{/tags}}", escape: star).hasPrefix("hom3_run hit "))
    #expect(try text("{{tags}}", escape: star).hasPrefix("hom3_run, "))
    #expect(try text("<&> {{summary}}").hasPrefix("<&> Kenji"))
  }

  @Test(arguments: [
    ("{{#a}}x", "at line 1, column 8: a section is not closed"),
    ("one\n {{#a}}{{/b}}{{summary}}", "at line 2, column"), ("{{a b}}", "at line 1, column"),
    ("{{summary", "at line 1, column"), ("{{summary}} {{", "ends within a tag"),
    ("\r\n\r\n{{a!}}", "at line 3, column"),
    ("{{=x=}}", "these are no delimiters"), ("{{% FOO: BAR}}", "this pragma is unknown"),
    ("", "says nothing of a play"), (" \n\t", "says nothing of a play"), ("{{sumary}}", "says nothing of a play"),
    ("{{#late}}x{{/late}}", "says nothing of a play"), ("{{! only this }}", "says nothing of a play"),
    (String(repeating: "x", count: 8193), "is longer than 8192 bytes"),
  ])
  func aBadTemplateIsRefusedWithItsPlace(_ source: String, _ words: String) {
    let fault = #expect(throws: Fault.self) { try TextFormat(source) }
    #expect(fault?.code == .sinkBadFormat && fault?.message.hasPrefix("'format' ") == true)
    #expect(fault?.message.contains(words) == true, "\(fault?.description ?? "")")
    #expect(fault?.hint?.isEmpty == false)
  }

  private static func nested(_ depth: Int, in name: String, _ text: String = "x") -> String {
    String(repeating: "{{#\(name)}}", count: depth) + text + String(repeating: "{{/\(name)}}", count: depth)
  }

  @Test func sectionsMayBeNested() throws {
    #expect(try text(Self.nested(100, in: "summary")) == "x")
    #expect(try text(Self.nested(2, in: "tags")) == String(repeating: "x", count: 49))
  }

  @Test func moreThanAHundredSectionsAreRefused() {
    let fault = #expect(throws: Fault.self) { try TextFormat(Self.nested(101, in: "summary")) }
    #expect(fault?.message == "'format' has more than 100 sections")
  }

  /// Nested sections over lists repeat their text as often as the product of the lists' lengths.
  @Test func aTemplateThatRepeatsItsTextTooOftenIsRefused() {
    let long = String(repeating: "y", count: 4000)
    for source in [
      Self.nested(14, in: "tags"), Self.nested(100, in: "tags"), Self.nested(3, in: "tags"),
      Self.nested(4, in: "players"), Self.nested(2, in: "tags", long),
    ] {
      let fault = #expect(throws: Fault.self) { try TextFormat(source) }
      #expect(fault?.message == "'format' repeats its text too often where lists are long")
    }
  }

  /// Holds for any content, any order, and lists of any length in the event.
  @Test(arguments: [
    "{{tags}}", "{{.}}", "{{summary}}", "{{#tags}}{{.}}{{/tags}}", "{{uppercased(uppercased(uppercased(summary)))}}",
    "{ {", "{{=a=", "{{=<<<<<<<< >=}}<<<<<<<", "{{#players}}{{#tags}}{{name}}{{/tags}}{{/players}}", "{{^a}}{{/a}}",
  ])
  func aRenderingHasABound(_ piece: String) {
    let source = String(repeating: piece, count: 8192 / piece.utf8.count)
    let format = try? TextFormat(source)
    var event = Baseball().sample
    event.data.tags = (0..<2000).map { Tag(rawValue: "tag_number_\($0)") }
    event.data.summary = String(repeating: "long ", count: 4000)
    #expect(format?.text(of: event).utf8.count ?? 0 <= FormatBudget.whole + 8192)
  }

  @Test func onlyTheBeginningOfALongListIsShown() throws {
    var event = Baseball().sample
    event.data.tags = (0..<1000).map { Tag(rawValue: "t\($0)") }
    #expect(try text("{{count(tags)}} {{last(tags)}}", of: event) == "64 t63")
    #expect(try text("{{#tags}}x{{/tags}}", of: event) == String(repeating: "x", count: 64))
  }

  @Test func anythingThatParsesCanBeRendered() {
    var generator = SplitMix(seed: 7)
    let pieces = [
      "{{", "}}", "#", "/", "^", "!", "{", "}", "&", ">", "<", "$", "=", "%", ".", "(", ")", "*", " ", "\n", "\r\n",
      "tags", "summary", "data", "is", "score", "count", "first", "last", "reversed", "ordinal", "{{summary}}",
      "{{#tags}}", "{{/tags}}", "{{^score}}", "{{/score}}", "CONTENT_TYPE:HTML", "{{% CONTENT_TYPE:HTML}}", "é", "x",
    ]
    var parsed = 0
    for _ in 0..<1500 {
      let source = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      guard let format = try? TextFormat(source) else { continue }
      parsed += 1
      let first = format.text(of: Baseball().sample)
      #expect(first == format.text(of: Baseball().sample), "\(source)")
      #expect(!first.contains("FormatValue") && !first.contains("Optional"), "\(source)")
    }
    #expect(parsed > 200)
  }
}
