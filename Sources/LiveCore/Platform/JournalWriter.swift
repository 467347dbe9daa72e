internal import CSystemd
internal import Glibc

/// Writes structured entries to the journal of this machine.
struct JournalWriter: Sendable {
  /// Where journald listens. libsystemd knows no other place; a test may look for it elsewhere.
  var socket = "/run/systemd/journal/socket"

  /// There is a journal to write to.
  var isAvailable: Bool { access(socket, W_OK) == 0 }

  /// Hands one entry to journald, in the order of its fields; a name may come more than once.
  ///
  /// Blocks while journald's queue is full. Returning means that journald has it, not that it is on the disk. Throws
  /// `journal.absent`, `journal.refused` or `journal.bad-entry`.
  func write(_ fields: [(field: String, value: String)]) throws(Fault) { try write(JournalPayload(fields)) }

  /// The same for an entry that is put together already.
  func write(_ payload: JournalPayload) throws(Fault) {
    // Asked first, because libsystemd drops an entry without a word where there is no journal.
    guard isAvailable else {
      throw Fault(.journalAbsent, "no journal on this machine", at: .path(socket), hint: "set journal.events to false")
    }
    let result = payload.withVectors { vectors in
      var result: Int32
      repeat { result = sd_journal_sendv(vectors.baseAddress, Int32(vectors.count)) } while result == -EINTR
      return result
    }
    guard result >= 0 else {
      let reason = "\(String(cString: strerror(-result))) (errno \(-result))"
      throw Fault(
        .journalRefused, "an entry of \(payload.bytes.count) bytes was not taken: \(reason)", at: .path(socket),
        hint: "see 'systemctl status systemd-journald'")
    }
  }
}

extension JournalWriter {
  /// Writes a line of the daemon's own log; what the journal does not take is given to `say`.
  func write(_ entry: OwnLogEntry, otherwise say: (_ line: String) -> Void) {
    do throws(Fault) {
      guard let payload = entry.payload else { return say(entry.line) }
      try write(payload)
    } catch {
      say(entry.line)
    }
  }
}

extension Fault.Code {
  static let journalAbsent = Fault.Code("journal.absent")
  static let journalRefused = Fault.Code("journal.refused")
}
