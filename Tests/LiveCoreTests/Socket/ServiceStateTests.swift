import Testing

@testable import LiveCore
@testable import LiveModel

/// The reason that a client gives when the service does not answer.
@Suite struct ServiceStateTests {
  private let fault = Fault(.socketNoDaemon, "no daemon is running", at: .path("/run/x.sock"), hint: "start it")

  private func explained(_ text: String, _ error: Fault? = nil) -> String {
    "\(ServiceState(text).explaining(fault, configurationError: error))"
  }

  @Test func aRefusedConfigurationIsNamedWithItsFirstError() {
    let failed = "ActiveState=failed\nExecMainStatus=78\n"
    #expect(
      explained(failed)
        == "/run/x.sock: no daemon is running: the service could not start: its configuration has an error; "
        + "'sudo livegamed check-config' finds all errors; then 'sudo systemctl restart livegamed' [socket.no-daemon]")
    let error = Fault(.configUnknownKey, "unknown key 'folow'", at: .file("a.yaml", line: 1, column: 1), hint: "x")
    #expect(explained(failed, error).contains(": a.yaml:1:1: unknown key 'folow'; 'sudo livegamed check-config'"))
  }

  @Test func aServiceThatStopsAgainAndAgainDoesNotHang() {
    #expect(
      explained("ActiveState=activating\nExecMainStatus=73")
        == "/run/x.sock: no daemon is running: the service stops again and again (status 73); "
        + "'sudo journalctl -u livegamed -n 20' says why [socket.no-daemon]")
  }

  @Test func aServiceThatHasFailedIsNamed() {
    #expect(explained("ActiveState=failed\nExecMainStatus=65").contains("the service has failed (status 65); "))
  }

  @Test func aDisabledServiceIsEnabled() {
    #expect(
      explained("ActiveState=inactive\nExecMainStatus=0\nUnitFileState=disabled")
        == "/run/x.sock: no daemon is running: the service is disabled; "
        + "'sudo systemctl enable --now livegamed' starts it, now and at each boot [socket.no-daemon]")
  }

  @Test(arguments: [
    "ActiveState=inactive\nUnitFileState=enabled", "ActiveState=active\nUnitFileState=disabled", "", "no bus",
    "ActiveState=active\nExecMainStatus=0", "ActiveState=inactive\nExecMainStatus=0",
    "ActiveState=activating\nExecMainStatus=0",
  ])
  func anotherStateExplainsNothing(state: String) {
    #expect(explained(state) == "\(fault)")
  }
}
