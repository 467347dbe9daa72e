import Foundation
import Glibc
import Testing

/// Where `livegamed run` logs its own errors.
@Suite struct OwnLogTests {
  /// No test writes to the journal of the machine.
  private static let hasNoJournal = access("/run/systemd/journal/socket", F_OK) != 0

  private static let script = """
    export JOURNAL_STREAM=$(stat --dereference --format %d:%i /proc/self/fd/2)$FOREIGN
    exec "$PROGRAM" run --config /nowhere/livegamed.yaml
    """

  @Test(.enabled(if: hasNoJournal, "would write to the journal of this machine"), arguments: [true, false])
  func aServiceLogsToTheJournalAndOnATerminalItPrintsLines(isService: Bool) throws {
    let ending = try Program.shell(
      Self.script, ["PROGRAM": RunningDaemon.program, "FOREIGN": isService ? "" : "1"])
    #expect(ending.status == 78 && ending.output.isEmpty)
    // Entries that no journal accepts are printed as a line with a priority.
    #expect(ending.error.hasPrefix((isService ? "<3>configuration refused: " : "") + "/nowhere/livegamed.yaml: "))
    #expect(ending.error.hasSuffix(" [config.unreadable]\n"))
  }
}
