import Testing

@testable import livegamed

@Suite struct RunCommandTests {
  @Test(arguments: [
    [], ["--config", "a.yaml"], ["--log-level", "debug"], ["--log-level", "error", "--config", "/b c.yaml"],
  ])
  func theArgumentsOfAServiceMeanWhatTheParserReads(_ arguments: [String]) throws {
    let plain = try #require(RunCommand(plain: (["run"] + arguments)[...]))
    let parsed = try RunCommand.parse(arguments)
    #expect(plain.configFile.path == parsed.configFile.path)
    #expect(plain.logOptions.logLevel == parsed.logOptions.logLevel)
  }

  @Test(arguments: [
    [], ["demo"], ["run", "a.yaml"], ["run", "--", "a"], ["run", "--help"], ["run", "--config"],
    ["run", "--config=a.yaml"], ["run", "--config", "--log-level"], ["run", "--log-level", "loud"],
    ["run", "--config", "a", "--config", "b"],
  ])
  func otherArgumentsAreTheParsers(_ arguments: [String]) {
    let command = RunCommand(plain: arguments[...])
    #expect(command == nil)
  }
}
