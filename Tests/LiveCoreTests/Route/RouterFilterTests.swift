internal import Testing

@testable import LiveCore
@testable import LiveModel

/// Filters that remove a sink that a route names, and the sinks of corrections.
@Suite struct RouterFilterTests {
  private static func event(_ tags: [String] = [], importance: Int = 2, provisional: Bool = false) -> Event {
    var event = RouteSample.event(tags: tags)
    (event.data.importance, event.data.provisional) = (importance, provisional)
    return event
  }

  private static func router(_ rules: [Rule]) -> Router {
    Router(rules: rules, sinks: ["den", "hook"], follow: [], early: ["hook"], people: ["den"])
  }

  @Test(arguments: [
    ([], ["hook"]),
    ([Rule(sinks: ["den", "hook"])], ["hook"]),
    ([Rule(importance: 0...Int.max, sinks: ["den", "hook"])], ["den", "hook"]),
    ([Rule(importance: 1...4, sinks: ["den", "hook"])], []),
    ([Rule(sinks: ["den"]), Rule(importance: 0...0, sinks: ["den"])], ["den"]),
    ([Rule(sinks: ["den"], stop: true), Rule(importance: 0...0, sinks: ["den"])], []),
  ])
  func chatsGetUnimportantEventsOnlyOnRequest(rules: [Rule], sinks: [String]) {
    #expect(Self.router(rules).sinks(for: Self.event(importance: 0)) == sinks)
  }

  @Test(arguments: [[], [Rule(sinks: ["den", "hook"])]])
  func chatsGetAllImportantEvents(rules: [Rule]) {
    #expect(Self.router(rules).sinks(for: Self.event(importance: 1)) == ["den", "hook"])
  }

  @Test func onlyEarlySinksGetProvisionalEventsWhateverTheRoute() {
    let router = Self.router([Rule(importance: 0...4, sinks: ["den", "hook"])])
    #expect(router.sinks(for: Self.event(provisional: true)) == ["hook"])
  }

  @Test func everySinkGetsTheCompleteEvent() {
    let router = Self.router([Rule(tags: [.scoring], sinks: ["den"])])
    #expect(router.correctionSinks(of: Self.event(["out"], importance: 0)) == ["den", "hook"])
    #expect(router.correctionSinks(of: Self.event(["out"], provisional: true)) == ["hook"])
  }
}
