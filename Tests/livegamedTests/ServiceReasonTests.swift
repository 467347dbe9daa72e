import Foundation
import Testing

/// The reason why the system's service does not answer, in every command that asks it. A script plays systemctl.
@Suite(.enabled(if: !FileManager.default.fileExists(atPath: "/run/livegamed/livegamed.sock")))
struct ServiceReasonTests {
  private func complaint(_ command: String, _ properties: String...) throws -> String {
    let folder = NSTemporaryDirectory() + "livegamed-systemctl-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script = "#!/bin/sh\n" + properties.map { "echo \($0)\n" }.joined()
    try script.write(toFile: "\(folder)/systemctl", atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder)/systemctl")
    let answer = try Program.shell(
      "unset XDG_RUNTIME_DIR; PATH=$FOLDER:$PATH exec $PROGRAM \(command)",
      ["FOLDER": folder, "PROGRAM": RunningDaemon.program])
    #expect(answer.status == 69 && answer.output.isEmpty)
    return answer.error
  }

  @Test(arguments: ["watch", "watch --board", "status", "sink list", "explain 1", "outbox list"])
  func everyCommandNamesIt(command: String) throws {
    let refused = try complaint(command, "ActiveState=failed", "ExecMainStatus=78")
    #expect(refused.contains("the service could not start: its configuration has an error"))
    let disabled = try complaint(command, "ActiveState=inactive", "ExecMainStatus=0", "UnitFileState=disabled")
    #expect(disabled.contains("the service is disabled; 'sudo systemctl enable --now livegamed'"))
  }
}
