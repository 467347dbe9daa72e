import LivePlatform
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LiveWeb

/// The reason why an event was sent or not.
@Suite struct WhyPageTests {
  private let source = SimulatedSource()
  private var visitor: PageVisitor {
    PageVisitor(section: DaemonSection(source: source), time: SimulatedSource.firstPitch + 3600)
  }
  private static let event = "mlb/747175/5-top/pa/665489/1@2"

  private func explain(_ sinks: [SinkOutcome], _ configuration: EventExplanation.Configuration = .present) {
    source.answer {
      $0.explanation = EventExplanation(
        sequence: 403, event: Self.event, subject: "BOS@TB", summary: "Refsnyder homers.",
        logged: Timestamp(seconds: Int64(SimulatedSource.firstPitch)),
        revisions: [
          .init(sequence: 401, revision: 1, change: "new"), .init(sequence: 403, revision: 2, change: "corrected"),
        ], configuration: configuration, sinks: sinks)
    }
  }

  private static var unrouted: SinkOutcome {
    var outcome = SinkOutcome("phone", .notRouted)
    outcome.routes = [
      .init(
        number: 2, place: "livegamed.yaml:14:5", decision: "does_not_match", outcome: nil,
        unmet: [.init(key: "tags", wants: "final", has: "hit")])
    ]
    return outcome
  }

  private static var sent: SinkOutcome {
    var outcome = SinkOutcome("den", .sent)
    outcome.at = Timestamp(seconds: Int64(SimulatedSource.firstPitch) + 5)
    return outcome
  }

  @Test func everySinkHasItsOutcome() async throws {
    explain([Self.sent, Self.unrouted], .changed)
    let html = try await visitor.html("daemon/why?event=\(Self.event)")
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(
      html.contains("Refsnyder homers. <small>BOS@TB</small>") && html.contains(#"href="/ball/mlb/games/747175""#))
    #expect(html.contains("Sent 11:05 PM UTC.") && html.contains("No route sends it there."))
    #expect(html.contains("<b>Route 2</b> <code>livegamed.yaml:14:5</code>"))
    #expect(html.contains("needs the tag final; the event has hit"))
    #expect(html.contains("The routes below were in force when it happened; they have changed since."))
  }

  @Test func revisionsAreLinks() async throws {
    explain([Self.sent])
    let html = try await visitor.html("daemon/why?event=\(Self.event)&sink=den")
    #expect(html.contains("?event=mlb%2F747175%2F5-top%2Fpa%2F665489%2F1%401&amp;sink=den\">Revision 1, new</a>"))
    #expect(html.contains("<b>Revision 2, corrected, this event</b>"))
  }

  @Test func oneSinkIsShownAlone() async throws {
    explain([Self.sent, Self.unrouted])
    let den = try await visitor.html("daemon/why?event=\(Self.event)&sink=den")
    #expect(den.contains("Sent 11:05 PM UTC.") && !den.contains("No route sends it there."))
    let other = try await visitor.html("daemon/why?event=\(Self.event)&sink=attic")
    #expect(other.contains("No receiver is called “attic”.") && other.contains("No route sends it there."))
  }

  @Test func anUnknownEventIsNotFound() async throws {
    let page = try #require(try await visitor.page("daemon/why?event=mlb/1/x@1"))
    #expect(page.status == 404)
    let html = try await visitor.html("daemon/why?event=mlb/1/x@1")
    #expect(html.contains("livegamed does not know this event") && html.contains("mlb/1/x@1"))
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(try await visitor.page("daemon/why")?.status == 200)
  }

  @Test func theFormHasTheNewestEvents() async throws {
    try source.play(to: SimulatedSource.firstPitch + 3600)
    let html = try await visitor.html("daemon/why")
    #expect(html.split(separator: "<option").count == WhyForm.mostEvents + 2)
    let newest = try #require(source.events.last?.event)
    let options = html.split(separator: "<option").map(String.init)
    #expect(options[1].contains("value=\"\(newest.id)\"") && options[1].contains(newest.subject))
    var hidden = visitor
    hidden.preferences.hidesScores = true
    #expect(try await !hidden.html("daemon/why").contains(newest.data.summary))
  }
}
