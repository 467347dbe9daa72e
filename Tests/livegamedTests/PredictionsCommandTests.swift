import Testing

/// The output of `predictions`, and its line in `status`.
@Suite(.timeLimit(.minutes(2))) struct PredictionsCommandTests {
  private static let record = """
    {"from":"2026-07-14","games":42,"league":"mlb","sides":{"bins":[{"actual":1.61,"count":18,"expected":1.82},\
    {"actual":2.7,"count":66,"expected":2.45}],"constant":2.1021,"count":84,"error":0.04,"league_mean":2.1003,\
    "log_loss":2.0793,"within_one":0.56,"within_one_of_one":0.57},"through":"2026-08-02",\
    "winner":{"bins":[{"actual":0.58,"count":42,"expected":0.55}],"constant":0.6917,"count":42,"error":0.021,\
    "log_loss":0.6719}}
    """

  private func ask(_ answer: String, _ arguments: String...) throws -> Program.Ending {
    try ScriptedDaemon.answering(answer) { try Program.run(arguments + ["--socket", $0]) }
  }

  private func answer(_ records: String) -> String {
    #"{"op":"predictions","predictions":[\#(records)],"confirmed":"2026-08-02T12:00:00.000Z"}"#
  }

  @Test func theRecordStandsBesideAConstant() throws {
    let ending = try ask(answer(Self.record), "predictions", "--season", "2026")
    #expect(ending.status == 0 && ending.error.isEmpty)
    #expect(
      ending.output == """
        42 games, 2026-07-14 to 2026-08-02: log-loss, lower is better

                                        PREDICTED  CONSTANT  LEAGUE MEAN
        runs of a side in five innings  2.079      2.102     2.100
        winner                          0.672      0.692

        These are too few games to tell the predictions from a constant.

        RUNS EXPECTED  SIDES  SCORED
        1.820          18     1.610
        2.450          66     2.700

        HOME TEAM'S CHANCE  GAMES  WON
        55 %                42     58 %

        Within one run of the actual number: 56 % of the sides; always saying 1: 57 %.
        That share says nothing about the predictions: most teams score few runs in five innings.

        """)
  }

  @Test func aClearDifferenceIsSaid() throws {
    let clear = Self.record.replacing(#""error":0.04"#, with: #""error":0.01"#)
    #expect(
      try ask(answer(clear), "predictions").output.contains("\nThe predictions of runs are better than a constant.\n"))
    let worse = clear.replacing(#""log_loss":2.0793"#, with: #""log_loss":2.2"#)
    #expect(
      try ask(answer(worse), "predictions").output.contains("\nThe predictions of runs are worse than a constant.\n"))
  }

  @Test func noOutcomeIsSaid() throws {
    let ending = try ask(answer(""), "predictions")
    #expect(ending.status == 0 && ending.output == "no predicted game is over yet\n")
    #expect(try ask(answer(""), "predictions", "--season", "20").status == 64)
  }

  @Test func programsGetTheDaemonsAnswer() throws {
    let ending = try ask(answer(Self.record), "predictions", "--json")
    #expect(ending.output == answer(Self.record) + "\n")
  }

  @Test func theStatusHasALine() throws {
    let status = #"{"op":"status","version":"0.1.0","predictions":[\#(Self.record)],"healthy":true}"#
    let ending = try ask(status, "status")
    #expect(
      ending.output == """
        livegamed 0.1.0: healthy
        predicted  42 games, log-loss 2.079 against 2.102 of a constant, too few to tell

        """)
  }
}
