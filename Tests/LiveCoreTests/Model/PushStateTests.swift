import Testing

@testable import LiveModel

@Suite struct PushStateTests {
  private static func state(_ change: (inout PushState) -> Void) -> PushState {
    var state = PushState()
    change(&state)
    return state
  }

  @Test(arguments: [
    (state { _ in }, "0 games connected"),
    (state { $0.open = 1 }, "1 game connected, 1 proving"),
    (
      state {
        ($0.open, $0.trusted, $0.late, $0.deaf) = (5, 2, 1, 1)
        ($0.announced, $0.missed, $0.lateness) = (412, 3, 0.44)
        ($0.polls, $0.stale, $0.falsified) = (390, 5, 1)
      },
      "5 games connected, 2 trusted, 1 late, 1 deaf, 1 proving; 412 of 415 revisions announced, 0.4 s late;"
        + " 5 of 390 polls stale; 1 message false"
    ),
    (
      state { ($0.waiting, $0.error) = (2, "the server did not answer a ping") },
      "0 games connected; 2 games not connected: the server did not answer a ping"
    ),
    (
      state {
        ($0.open, $0.trusted, $0.unavailable, $0.error) = (1, 1, 1, "the server closed the connection with 4404")
      },
      "1 game connected, 1 trusted; 1 game given up for today: the server closed the connection with 4404"
    ),
    (state { ($0.announced, $0.lateness) = (1, -0.3) }, "0 games connected; 1 of 1 revision announced, 0.0 s late"),
  ])
  func stateInWords(state: PushState, text: String) { #expect(state.text == text) }
}
